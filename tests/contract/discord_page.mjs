// Messages as a person would see them: a page with what Discord's client makes of content and components.
// Its own small reading of Discord's markdown: what is escaped stands as it is written.

const html = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

const patterns = [
	[/^```(?:json\n)?([\s\S]*?)```/, (_, code) => `<pre>${html(code.trim())}</pre>`],
	[/^`([^`]+)`/, (_, code) => `<code>${html(code)}</code>`],
	[/^\*\*([\s\S]+?)\*\*/, (_, inner) => `<b>${markdown(inner)}</b>`],
	[/^\*([^*\s][^*]*)\*/, (_, inner) => `<i>${markdown(inner)}</i>`],
	[/^<@(\d+)>/, (_, id) => `<span class="mention">@${names.get(id) ?? id}</span>`],
	[/^<t:(\d+):R>/, (_, seconds) => `<span class="time">${relative(Number(seconds))}</span>`],
	[/^https?:\/\/[^\s)]+/, (link) => `<a>${html(link)}</a>`],
	[/^\\([^A-Za-z0-9\s])/, (_, one) => html(one)],
	[/^\n/, () => "<br>"],
];

/** What users are called, by their ids. @type {Map<string, string>} */
export const names = new Map();

function relative(seconds) {
	const hours = Math.round((seconds * 1000 - Date.now()) / 3_600_000);

	return Math.abs(hours) < 48 ? `in ${hours} hours` : `in ${Math.round(hours / 24)} days`;
}

export function markdown(text) {
	let out = "";

	while (text) {
		const found = patterns.map(([pattern, make]) => [pattern.exec(text), make]).find(([match]) => match);
		out += found ? found[1](...found[0]) : html(text[0]);
		text = text.slice(found ? found[0][0].length : 1);
	}
	return out;
}

const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

function component(one) {
	if (one.type === 2) return `<span class="button ${styles[one.style]}">${html(one.label)}${one.style === 5 ? " ↗" : ""}</span>`;
	if (one.type === 4)
		return `<label>${html(one.label)}</label><div class="field${one.style === 2 ? " tall" : ""}">${html(one.value ?? "")}</div>`;
	const options = one.options.map(({ label, description }) => `<div class="option">${html(label)}${description ? `<br><small>${html(description)}</small>` : ""}</div>`);
	return `<div class="menu">${html(one.placeholder ?? "")} <span>⌄</span></div>${one.open ? `<div class="options">${options.join("")}</div>` : ""}`;
}

const rows = (components) => components.map((row) => `<div class="row">${row.components.map(component).join("")}</div>`).join("");

function form({ title, components }) {
	return `<div class="form"><h2>${html(title)}</h2>${rows(components)}<div class="row"><span class="button primary">Submit</span></div></div>`;
}

/** One message, said to whom by what. @param {{by: string, answer: any}} shown */
function message({ by, answer }) {
	const { data } = answer;

	if (answer.type === 9) return form(data);
	const is_private = answer.type === 7 || (data.flags & 64) === 64;
	return `<div class="message${is_private ? " private" : ""}"><p class="by">${html(by)}</p><p><b class="who">Pennon</b> <span class="app">APP</span></p>
<div class="content">${markdown(data.content)}</div>${rows(data.components)}${is_private ? `<p class="only">• Only you can see this</p>` : ""}</div>`;
}

/** @param {{by: string, answer: any}[]} shown */
export const page_of = (shown) => `<!doctype html><meta charset="utf-8"><title>Discord</title><style>
body { margin: 0; background: #313338; color: #dbdee1; font: 16px/1.375 "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 640px; padding: 12px 16px; }
p { margin: 0; } .by, .only, .time { font-size: 13px; color: #b5bac1; }
.message { margin: 0 0 18px; padding: 6px 10px; } .private { background: #393c48; border-left: 3px solid #5865f2; }
.who { color: #fff; } .app { background: #5865f2; color: #fff; font-size: 10px; padding: 1px 4px; border-radius: 4px; }
.row { margin-top: 8px; } .button { display: inline-block; margin: 0 8px 6px 0; padding: 6px 16px; border-radius: 4px; color: #fff; font-size: 14px; }
.primary { background: #5865f2; } .secondary, .link { background: #4e5058; } .success { background: #248046; } .danger { background: #da373c; }
.menu, .field { background: #1e1f22; border-radius: 4px; padding: 9px 12px; color: #b5bac1; } .menu span { float: right; }
.options { background: #2b2d31; border-radius: 0 0 4px 4px; } .option { padding: 8px 12px; }
.form { background: #313338; border: 1px solid #1e1f22; border-radius: 6px; padding: 16px; margin: 0 0 18px; box-shadow: 0 2px 10px #000; }
h2 { margin: 0 0 8px; font-size: 20px; color: #fff; } label { font-size: 13px; font-weight: 700; display: block; margin-bottom: 4px; }
.tall { min-height: 90px; white-space: pre-wrap; overflow-wrap: anywhere; } pre { background: #2b2d31; padding: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
code { background: #2b2d31; padding: 1px 3px; } .mention { background: #3c4270; border-radius: 3px; padding: 0 2px; } a { color: #00a8fc; overflow-wrap: anywhere; }
</style><main>${shown.map(message).join("")}</main>`;
