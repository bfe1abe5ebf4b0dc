// Answers as discord-api-types describes them: each is written into a TypeScript file as what it is to be,
// and the compiler says what is wrong.

import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, target: "es2022", module: "commonjs", moduleResolution: "node10", types: [] };
const types = { 1: "APIInteractionResponsePong", 4: "APIInteractionResponseChannelMessageWithSource", 7: "APIInteractionResponseUpdateMessage", 8: "APIApplicationCommandAutocompleteResponse", 9: "APIModalInteractionResponse" };

/** What the compiler finds wrong; a line each. */
function compile(folder) {
	const tsc = join(here, "node_modules/typescript/bin/tsc");

	return new Promise((resolve) => {
		execFile(process.execPath, [tsc], { cwd: folder }, (problem, stdout) => {
			resolve(problem ? stdout.split("\n").filter(Boolean) : []);
		});
	});
}

/** The commands that are registered. @param {any[]} commands @returns {Promise<string[]>} what is wrong */
export async function faults_of_commands(commands) {
	if (!existsSync(join(here, "node_modules/discord-api-types"))) return [];
	const folder = mkdtempSync(join(tmpdir(), "pennon-discord-types-"));
	const file = (body) => writeFileSync(join(folder, "commands.ts"), `import type * as discord from "discord-api-types/v10";\nexport const all: discord.RESTPutAPIApplicationGuildCommandsJSONBody = ${JSON.stringify(body)};\n`);

	try {
		symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["commands.ts"] }));
		file(commands);
		const wrong = await compile(folder);
		file([{ ...commands[0], options: [{ name: "new", type: 1 }] }]);
		return (await compile(folder)).length > 0 ? wrong : ["the compiler finds nothing wrong with an option without a description"];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @param {any[]} answers @returns {Promise<string[]>} what is wrong; nothing where the package is not installed */
export async function faults_of_types(answers) {
	if (!existsSync(join(here, "node_modules/discord-api-types"))) return [];
	const folder = mkdtempSync(join(tmpdir(), "pennon-discord-types-"));
	const lines = answers.map((answer, i) => `export const answer_${i}: discord.${types[answer.type]} = ${JSON.stringify(answer)};`);

	try {
		symlinkSync(join(here, "node_modules"), join(folder, "node_modules"));
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["answers.ts"] }));
		writeFileSync(join(folder, "answers.ts"), `import type * as discord from "discord-api-types/v10";\n${lines.join("\n")}\n`);
		const wrong = await compile(folder);
		// The check itself: what is no answer of Discord's is found.
		writeFileSync(join(folder, "answers.ts"), `import type * as discord from "discord-api-types/v10";\nexport const bad: discord.APIInteractionResponse = { type: 4, data: { contents: "" } };\n`);
		return (await compile(folder)).length > 0 ? wrong : ["the compiler finds nothing wrong with what is no answer"];
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
