// The server behind a real nginx: whose address counts, and whether any request that the two may
// read otherwise lets a second one through that nginx has not seen. Both write down each request
// they serve; the server must never have served one that nginx has not handed on, and whoever
// asks next must get an answer of their own.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { check, crashed, end } from "../crash/report.mjs";

const PATIENCE_MS = 400; // for an answer to what may get none
const folder = mkdtempSync(join(tmpdir(), "pennon-nginx-"));
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// ---- the two servers ----

function freePort() {
	return new Promise((resolve) => {
		const server = net.createServer().listen(0, "127.0.0.1", () => {
			const { port } = server.address();
			server.close(() => resolve(port));
		});
	});
}

async function startPennon() {
	const flags = ["--listen", "127.0.0.1:0", "--data", join(folder, "data"), "--log-level", "debug"];
	const trust = ["--trusted-proxy", "127.0.0.1", "--makings-per-address", "3"];
	const child = spawn(`${process.env.PENNON_BUILD}/pennond`, [...flags, ...trust]);
	const server = { child, said: "", log: "" };
	child.stdout.on("data", (bytes) => (server.said += bytes));
	child.stderr.on("data", (bytes) => (server.log += bytes));
	for (let i = 0; i < 200 && !/listening on/.test(server.said); i++) await sleep(50);
	server.port = Number(/:(\d+)\n/.exec(server.said)[1]);
	return server;
}

// The usual way: kept connections, HTTP/1.1, the address added. `buffers` says whether a body is
// read whole before it is handed on.
async function startNginx(upstream) {
	const ports = { on: await freePort(), off: await freePort() };
	const server = (buffers) => `server {
		listen 127.0.0.1:${ports[buffers]};
		location / {
			proxy_pass http://pennon;
			proxy_http_version 1.1;
			proxy_set_header Connection "";
			proxy_set_header Host $host;
			proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
			proxy_request_buffering ${buffers};
		}
	}`;
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
	writeFileSync(
		join(folder, "nginx.conf"),
		`daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/errors;
		events { worker_connections 256; }
		http {
			log_format handed "$request_method $request_uri $upstream_addr";
			access_log ${folder}/access handed;
			${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
			upstream pennon { server 127.0.0.1:${upstream}; keepalive 4; }
			${server("on")} ${server("off")}
		}`,
	);
	mkdirSync(join(folder, "logs"));
	const child = spawn("nginx", ["-e", `${folder}/errors`, "-p", folder, "-c", `${folder}/nginx.conf`], {
		stdio: "ignore",
	});
	for (let i = 0; i < 100; i++) {
		await sleep(50);
		if ((await ask(ports.on, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")).includes(" 200 ")) break;
	}
	return { child, ports };
}

// Send bytes, and read until the other end is silent or gone.
function ask(port, bytes, from = "127.0.0.1", patience = PATIENCE_MS) {
	return new Promise((resolve) => {
		let got = "";
		const socket = net.connect({ port, host: "127.0.0.1", localAddress: from });
		const done = () => {
			socket.destroy();
			resolve(got);
		};
		socket.setTimeout(patience, done);
		socket.on("data", (piece) => (got += piece.toString("latin1")));
		socket.on("error", done).on("close", done);
		socket.write(Buffer.from(bytes, "latin1"));
	});
}

// ---- what may hide a request ----

const HIDDEN = "GET /v1/scenarios/hidden HTTP/1.1\r\nHost: x\r\n\r\n";
const SIZE = HIDDEN.length;
const post = (headers, body) => `POST /v1/players HTTP/1.1\r\nHost: x\r\n${headers}\r\n${body}`;
const json = "Content-Type: application/json\r\n";
const chunked = `0\r\n\r\n${HIDDEN}`;

const attempts = {
	"blank before the colon": post(`Content-Length : ${SIZE}\r\n`, HIDDEN),
	"tab before the colon": post(`Content-Length\t: ${SIZE}\r\n`, HIDDEN),
	"an underscore": post(`Content_Length: ${SIZE}\r\n`, HIDDEN),
	"length, then chunks": post(`Content-Length: ${SIZE + 5}\r\nTransfer-Encoding: chunked\r\n`, chunked),
	"chunks, then length": post(`Transfer-Encoding: chunked\r\nContent-Length: ${SIZE + 5}\r\n`, chunked),
	"short length, chunks": post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", `${SIZE.toString(16)}\r\n${HIDDEN}\r\n0\r\n\r\n`),
	"another coding": post(`Transfer-Encoding: xchunked\r\nContent-Length: ${SIZE}\r\n`, HIDDEN),
	"chunks and identity": post("Transfer-Encoding: chunked, identity\r\n", chunked),
	"identity and chunks": post("Transfer-Encoding: identity, chunked\r\n", chunked),
	"coding behind a tab": post(`Transfer-Encoding:\tchunked\r\nContent-Length: ${SIZE + 5}\r\n`, chunked),
	"blank before the coding's colon": post(`Transfer-Encoding : chunked\r\nContent-Length: ${SIZE + 5}\r\n`, chunked),
	"coding in capitals": post(`TRANSFER-ENCODING: CHUNKED\r\nContent-Length: ${SIZE + 5}\r\n`, chunked),
	"two codings": post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", chunked),
	"coding of HTTP/1.0": post("Transfer-Encoding: chunked\r\n", chunked).replace("HTTP/1.1", "HTTP/1.0"),
	"bare LF before a length": post(`X: y\nContent-Length: ${SIZE}\r\n`, HIDDEN),
	"bare LF before a coding": post(`Content-Length: ${SIZE + 5}\r\nX: y\nTransfer-Encoding: chunked\r\n`, chunked),
	"bare LF everywhere": `GET /v1/server HTTP/1.1\nHost: x\n\n${HIDDEN}`,
	"an end of bare LFs": `GET /v1/server HTTP/1.1\r\nHost: x\r\nX: y\n\n${HIDDEN}`,
	"bare CR before a length": post(`X: y\rContent-Length: ${SIZE}\r\n`, HIDDEN),
	"NUL in a value": post(`X: y\0\r\nContent-Length: ${SIZE}\r\n`, HIDDEN),
	"NUL in a length": post(`Content-Length: ${SIZE}\x0000\r\n`, HIDDEN),
	"NUL in a name": post(`Content-Length\0: ${SIZE}\r\n`, HIDDEN),
	"NUL in the path": `GET /v1/server\0 HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
	"NUL before a length": post(`X: \0\r\nContent-Length: ${SIZE}\r\nY: \0\r\n`, HIDDEN),
	"a folded length": post(`X: y\r\n Content-Length: ${SIZE}\r\n`, HIDDEN),
	"a folded coding": post(`Content-Length: ${SIZE + 5}\r\nTransfer-Encoding:\r\n chunked\r\n`, chunked),
	"two lengths": post(`Content-Length: 0\r\nContent-Length: ${SIZE}\r\n`, HIDDEN),
	"one length twice": post(`Content-Length: ${SIZE}\r\nContent-Length: ${SIZE}\r\n`, HIDDEN),
	"a list of lengths": post(`Content-Length: ${SIZE}, ${SIZE}\r\n`, HIDDEN),
	"a length with a sign": post(`Content-Length: +${SIZE}\r\n`, HIDDEN),
	"a length with a zero": post(`Content-Length: 0${SIZE}\r\n`, HIDDEN),
	"a length below zero": post("Content-Length: -1\r\n", HIDDEN),
	"a length in two words": post(`Content-Length: ${SIZE} 0\r\n`, HIDDEN),
	"a length without end": post(`Content-Length: 18446744073709551616\r\n`, HIDDEN),
	"a chunk in hexadecimal C": post("Transfer-Encoding: chunked\r\n", `0x0\r\n\r\n${HIDDEN}`),
	"a chunk with a sign": post("Transfer-Encoding: chunked\r\n", `+0\r\n\r\n${HIDDEN}`),
	"a chunk with blanks": post("Transfer-Encoding: chunked\r\n", `0 \r\n\r\n${HIDDEN}`),
	"a chunk that overflows": post("Transfer-Encoding: chunked\r\n", `10000000000000000\r\n\r\n${HIDDEN}`),
	"a chunk with bare LF": post("Transfer-Encoding: chunked\r\n", `0\n\n${HIDDEN}`),
	"a chunk extension with LF": post("Transfer-Encoding: chunked\r\n", `1;a\nx\r\n0\r\n\r\n${HIDDEN}`),
	"a chunk extension with CR": post("Transfer-Encoding: chunked\r\n", `1;a\rx\r\n0\r\n\r\n${HIDDEN}`),
	"a longer chunk than said": post("Transfer-Encoding: chunked\r\n", `1\r\nxxx\r\n0\r\n\r\n${HIDDEN}`),
	"a trailer with a length": post("Transfer-Encoding: chunked\r\n", `0\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`),
	"two hosts": `GET /v1/server HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
	"no host": `GET /v1/server HTTP/1.1\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
	"a body where none belongs": `GET /v1/server HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
	"a body too large": post(`${json}Content-Length: ${3000 + SIZE}\r\n`, "x".repeat(3000) + HIDDEN),
	"a body far too large": post(`${json}Content-Length: 9000000\r\n`, "x".repeat(70000) + HIDDEN),
	"an expectation": post(`Expect: 100-continue\r\nContent-Length: ${SIZE}\r\n`, HIDDEN),
	"an upgrade": `GET /v1/server HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n${HIDDEN}`,
	"a hop-by-hop length": post(`Connection: Content-Length\r\nContent-Length: ${SIZE}\r\n`, HIDDEN),
	"an escaped line in the path": `GET /v1/server%20HTTP/1.1%0d%0aHost:%20x%0d%0a%0d%0a HTTP/1.1\r\nHost: x\r\n\r\n`,
	"a third word": `GET /v1/server HTTP/1.1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
	"another address in the line": `GET http://y/v1/server HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
	"a line before the request": `\r\n\nGET /v1/server HTTP/1.1\r\nHost: x\r\nContent-Length: ${SIZE}\r\n\r\n${HIDDEN}`,
};

// ---- trying ----

const hidden = "GET /v1/scenarios/hidden";

// What each has served of them: nginx by its list, the server by its log.
function served(pennon) {
	const handed = readFileSync(join(folder, "access"), "utf8")
		.split("\n")
		.filter((line) => line && !line.endsWith(" -"));
	return {
		handed: handed.reduce((count, line) => count + line.split(", ").length, 0), // asked again: both
		hiddenHanded: handed.filter((line) => line.startsWith(hidden)).length,
		answered: (pennon.log.match(/"request":/g) || []).length,
		hiddenAnswered: (pennon.log.match(/"operation":"getScenario"/g) || []).length,
	};
}

async function attempt(pennon, port, bytes) {
	const wrong = [];
	await ask(port, bytes);
	// As many as there are kept connections, and one more.
	for (let i = 0; i < 5; i++) {
		const answer = await ask(port, "GET /v1/server HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
		if (!/^HTTP\/1\.1 200 /.test(answer) || !answer.includes('"body_bytes"'))
			wrong.push(`the next gets another answer: ${answer.slice(0, 60)}`);
	}
	// nginx writes its list last.
	let now = served(pennon);
	for (let i = 0; i < 40 && now.answered > now.handed; i++) {
		await sleep(50);
		now = served(pennon);
	}
	if (now.answered > now.handed) wrong.push(`${now.answered} were served, ${now.handed} handed on`);
	if (now.hiddenAnswered > now.hiddenHanded) wrong.push("the hidden one was served");
	return wrong;
}

async function smuggle(pennon, nginx) {
	for (const buffers of ["on", "off"]) {
		const wrong = [];
		for (const [name, bytes] of Object.entries(attempts))
			for (const line of await attempt(pennon, nginx.ports[buffers], bytes)) wrong.push(`${name}: ${line}`);
		check(`none of ${Object.keys(attempts).length} requests hides a second, buffering ${buffers}`, wrong);
	}
	const before = served(pennon);
	// Red when it should be: two requests on one line, of which nginx knows.
	await ask(nginx.ports.on, `GET /v1/server HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`);
	const after = served(pennon);
	check("an open second request is seen by both", [
		...(after.hiddenHanded === before.hiddenHanded + 1 ? [] : ["nginx has not seen it"]),
		...(after.hiddenAnswered === before.hiddenAnswered + 1 ? [] : ["the server has not seen it"]),
	]);
	await ask(pennon.port, HIDDEN);
	const open = served(pennon);
	check("one that passes nginx by is found", open.hiddenAnswered > open.hiddenHanded);
}

// ---- whose address counts ----

async function make(port, from, headers) {
	const body = '{"name":"Anna"}';
	const answer = await ask(
		port,
		`POST /v1/players HTTP/1.1\r\nHost: x\r\nIdempotency-Key: ${randomUUID()}\r\n${json}` +
			`Content-Length: ${body.length}\r\n${headers}Connection: close\r\n\r\n${body}`,
		from,
		5000,
	);
	return Number(answer.slice(9, 12));
}

async function pretend(nginx) {
	const forged = [
		"X-Forwarded-For: 203.0.113.1\r\n",
		"X-Forwarded-For: 203.0.113.2, 127.0.0.1\r\n",
		"X-Forwarded-For: 203.0.113.3\r\nX-Forwarded-For: 203.0.113.4\r\n",
		"Forwarded: for=203.0.113.5\r\n",
		"X-Real-IP: 203.0.113.6\r\n",
		"x-forwarded-for: unknown\r\n",
	];
	const statuses = [];
	for (const headers of forged) statuses.push(await make(nginx.ports.on, "127.0.0.2", headers));
	check("who takes another name each time counts as one", [
		...(statuses.slice(0, 3).every((status) => status === 201) ? [] : [`first three: ${statuses}`]),
		...(statuses.slice(3).every((status) => status === 429) ? [] : [`past the limit: ${statuses}`]),
	]);
	const other = await make(nginx.ports.on, "127.0.0.3", "");
	check("another address has its own", other === 201 ? [] : [`${other}`]);
	const metrics = await ask(nginx.ports.on, "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", "127.0.0.1");
	check("nobody reads the figures through nginx", /^HTTP\/1\.1 404 /.test(metrics));
}

async function main() {
	const pennon = await startPennon();
	const nginx = await startNginx(pennon.port);
	await pretend(nginx);
	await smuggle(pennon, nginx);
	check("the server lives", pennon.child.exitCode === null);
	nginx.child.kill("SIGTERM");
	pennon.child.kill("SIGTERM");
	await sleep(300);
	rmSync(folder, { recursive: true, force: true });
	end();
}

main().catch(crashed);
