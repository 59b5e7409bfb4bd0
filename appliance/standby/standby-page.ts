/** The standby's page and its script. They need no build, so they work on a machine that has nothing else yet. */
import { STANDBY_WORDS } from "./standby-words.ts"

/** The path of its script. The page allows no inline scripts, so that injected ones do not run. */
export const STANDBY_SCRIPT_PATH = "/standby.js"

export function standbyScript(): string {
  return SCRIPT.replace("__WORDS__", () => JSON.stringify(STANDBY_WORDS))
}

export const STANDBY_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Brasa</title>
<style>
:root { color-scheme: light dark; font: 18px/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 0 auto; padding: 1.5rem; background: Canvas; color: CanvasText }
h1 { font-size: 1.6rem; margin: .5rem 0 0 }
#state { font-size: 1.2rem; font-weight: 600 }
form { border-top: 1px solid GrayText; margin-top: 1.5rem; padding-top: 1rem }
label { display: block; margin: .8rem 0 }
input[type=password] { display: block; font: inherit; width: 12rem; padding: .6rem }
input[type=checkbox] { width: 1.4rem; height: 1.4rem; vertical-align: middle }
button { font: inherit; font-weight: 600; padding: .8rem 1.2rem; min-height: 48px }
nav button { padding: .3rem .8rem; font-weight: 400 }
#said { font-weight: 600 }
</style>
</head>
<body>
<nav id="languages"></nav>
<main>
<h1 data-word="title"></h1>
<p id="who"></p>
<p id="state" role="status"></p>
<p id="copy"></p>
<p data-word="what"></p>
<form id="take">
<label><span data-word="pin"></span><input id="pin" type="password" inputmode="numeric" autocomplete="off" maxlength="8"></label>
<label id="offer" hidden><input id="off" type="checkbox"> <span data-word="off"></span></label>
<button data-word="take"></button>
<p id="said" role="alert"></p>
</form>
</main>
<script src="${STANDBY_SCRIPT_PATH}"></script>
</body>
</html>
`

const SCRIPT = `
const words = __WORDS__
const at = (id) => document.getElementById(id)
let language = localStorage.getItem("standby.language") || (navigator.language || "es").slice(0, 2)
if (!words[language]) language = "es"
let last = null
let problem = null
function show() {
  const say = words[language]
  document.documentElement.lang = language
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = say[one.dataset.word]
  document.title = say.title
  at("said").textContent = problem ? say[problem] || say.other : ""
  if (!last) return
  at("who").textContent = say.of + " " + last.first + " · " + last.storeName
  const percent = last.size ? " " + Math.floor((100 * last.fetched) / last.size) + " %" : ""
  at("state").textContent = say[last.is] + (last.is === "fetching" ? percent : "")
  at("copy").textContent = last.caughtUpAt ? say.upTo + " " + new Date(last.caughtUpAt).toLocaleTimeString(language) : say.never
}
for (const code of Object.keys(words)) {
  const button = document.createElement("button")
  button.textContent = code
  button.lang = code
  button.onclick = () => { language = code; localStorage.setItem("standby.language", code); show() }
  at("languages").append(button, " ")
}
/** The stored key of a manager's screen that was paired with the first box under this address. */
function screenKey() {
  try {
    const { key } = JSON.parse(localStorage.getItem("brasa.device.manage")) || {}
    return key ? { "x-api-key": key } : {}
  } catch {
    return {}
  }
}
async function look() {
  try {
    const answer = await fetch("/api/standby")
    if (answer.ok) last = await answer.json()
    else if (last) location.href = "/manage"
  } catch {}
  show()
}
at("take").onsubmit = async (event) => {
  event.preventDefault()
  problem = null
  show()
  const body = JSON.stringify({ pin: at("pin").value, isOff: at("off").checked })
  const headers = { "content-type": "application/json", ...screenKey() }
  const answer = await fetch("/api/standby/promote", { method: "POST", headers, body }).catch(() => null)
  const said = answer ? await answer.json() : {}
  problem = answer && answer.ok ? "done" : said.error || "other"
  at("offer").hidden = problem !== "SAY_IT_IS_OFF" && at("offer").hidden
  show()
}
show()
look()
setInterval(look, 1000)
`
