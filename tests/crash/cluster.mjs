// A PostgreSQL of a test's own, in a temporary folder, reached by a socket in it alone.

import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = "/usr/lib/postgresql";

// PostgreSQL is never root; then it is the user that Debian makes for it.
function user() {
	if (process.getuid() !== 0) return {};
	const id = (flag) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
	return { uid: id("-u"), gid: id("-g") };
}

// Makes one and starts it; null where no PostgreSQL is installed.
export async function makeCluster() {
	let programs;
	try {
		const versions = readdirSync(ROOT).sort((a, b) => Number(a) - Number(b));
		programs = join(ROOT, versions.at(-1), "bin");
		readdirSync(programs);
	} catch {
		return null;
	}
	const who = user();
	const folder = mkdtempSync(join(tmpdir(), "pennon-cluster-"));
	if (who.uid !== undefined) chownSync(folder, who.uid, who.gid);
	const options = { ...who, cwd: folder, stdio: "ignore" };
	const make = ["-D", "data", "-U", "pennon", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"];
	execFileSync(join(programs, "initdb"), make, options);
	const cluster = { folder, child: null };
	const connection = ["-h", folder, "-U", "pennon"];
	cluster.start = async () => {
		const flags = ["-D", "data", "-k", folder, "-c", "listen_addresses=", "-c", "shared_buffers=16MB"];
		cluster.child = spawn(join(programs, "postgres"), flags, options);
		for (let tries = 0; tries < 600; tries++) {
			try {
				execFileSync(join(programs, "pg_isready"), ["-q", ...connection]);
				return;
			} catch {
				await new Promise((resolve) => setTimeout(resolve, 100));
			}
		}
		throw new Error("the cluster does not answer");
	};
	// At once, as a crash ends it: what was on disk is there afterwards.
	cluster.kill = () =>
		new Promise((resolve) => {
			cluster.child.on("exit", resolve);
			cluster.child.kill("SIGQUIT");
		});
	cluster.makeDatabase = (name) => {
		execFileSync(join(programs, "createdb"), [...connection, name]);
		return `postgresql:///${name}?host=${folder}&user=pennon`;
	};
	// What one statement answers, as text.
	cluster.ask = (database, statement) =>
		execFileSync(join(programs, "psql"), [...connection, "-Atc", statement, database], { encoding: "utf8" });
	process.on("exit", () => {
		cluster.child?.kill("SIGQUIT");
		rmSync(folder, { recursive: true, force: true });
	});
	await cluster.start();
	return cluster;
}
