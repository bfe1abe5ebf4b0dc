// One's Discord user: the account shows a code, and undoes what came of it.

import assert from "node:assert/strict";
import { generateKeyPairSync, sign } from "node:crypto";
import { test } from "node:test";
import { leave, seats } from "./seated.mjs";
import { desk, phone, Visitor } from "./support.mjs";

const application = "1100000000000000001";
const guild = "1100000000000000002";
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const key = Buffer.from(publicKey.export({ format: "jwk" }).x, "base64url").toString("hex");
const house = seats("--discord-public-key", key, "--discord-application", application, "--discord-guild", guild);

/** What a user of Discord types into the form. */
async function type(code) {
	const body = JSON.stringify({
		id: "3100000000000000001", application_id: application, type: 5, guild_id: guild, locale: "en-GB",
		member: { user: { id: "2100000000000000001", username: "ann", global_name: "Ann there" } },
		data: { custom_id: "m", components: [{ type: 1, components: [{ type: 4, custom_id: "text", value: code }] }] },
	});
	const time = String(Math.floor(Date.now() / 1000));
	const answer = await fetch(new URL("v1/integrations/discord/interactions", house.daemon.url), {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"x-signature-ed25519": sign(null, Buffer.from(time + body), privateKey).toString("hex"),
			"x-signature-timestamp": time,
		},
		body,
	});
	return (await answer.json()).data.content;
}

for (const size of [phone, desk])
	test(`a code is shown, and the link that it made is undone (${size.width})`, async () => {
		const visitor = await Visitor.open(house.browser, house.daemon.url, size);
		const { page } = visitor;
		const name = `Ann ${size.width}`;

		await page.goto(`${visitor.url}/`);
		await page.locator("#name").fill(name);
		await visitor.press(page.locator("[data-key=player]"));
		await page.getByText(`You are ${name}`).waitFor();
		await visitor.press(page.locator("[data-key=account]"));
		await visitor.press(page.locator("[data-key=link-code]"));
		const code = await page.locator("#link-code strong").textContent();
		assert.match(code, /^[A-Z]{4}-[A-Z]{4}$/);
		await visitor.inspect("links-code");
		if (size === desk) {
			assert.match(await type(code), new RegExp(`\\*\\*${name}\\*\\*`));
			await visitor.press(page.locator("[data-key=account]"));
			await page.getByText("has played as you since").waitFor();
			await visitor.press(page.locator("#links li button"));
			await visitor.inspect("links-ending");
			await visitor.press(page.getByRole("button", { name: "Unlink Ann there" }));
			await page.getByText("Ann there in Discord no longer plays as you.").waitFor();
		}
		await leave(visitor);
	});
