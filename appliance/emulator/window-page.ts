/** The page of the emulated printer's window and its script, as text that needs no build. */
import { WINDOW_WORDS } from "./window-words.ts"

export const WINDOW_SCRIPT_PATH = "/window.js"

export function windowPage(printer: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(printer)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
  <section class="machine">
    <div class="chute"><div id="strip" class="strip"></div><p id="waiting" class="waiting" data-t="waiting"></p></div>
    <div class="body"><div class="slot"></div>
      <div class="face"><span id="lamp" class="lamp"></span><b id="state" role="status"></b><span class="model">${escapeHtml(printer)}</span></div>
    </div>
    <div id="drawer" class="drawer" data-t="drawer" aria-live="polite"></div>
  </section>
  <aside>
    <h1 data-t="title"></h1>
    <p data-t="lead"></p>
    <div class="faults">
      <button data-do="paper" data-t="paper"></button>
      <button data-do="cover" data-t="cover"></button>
      <button data-do="cable" data-t="cable"></button>
      <button data-do="power" data-t="power"></button>
      <button data-do="slow" data-t="slow"></button>
    </div>
    <h2 data-t="older"></h2>
    <div id="tray" class="tray"></div>
  </aside>
</main>
<script src="${WINDOW_SCRIPT_PATH}"></script>
</body>
</html>`
}

export function windowScript(): string {
  return `const WORDS = ${JSON.stringify(WINDOW_WORDS)};${SCRIPT}`
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}

const STYLE = `
*{box-sizing:border-box}
body{margin:0;font:16px/1.4 system-ui,sans-serif;background:#dcd8d0;color:#26241f;height:100vh;overflow:hidden}
main{display:grid;grid-template-columns:minmax(360px,1fr) minmax(280px,420px);height:100vh}
.machine{display:flex;flex-direction:column;align-items:center;min-height:0;padding:0 24px 20px;position:relative}
.chute{flex:1;min-height:0;width:min(100%,560px);overflow:hidden;position:relative}
.strip{position:absolute;left:0;right:0;bottom:0;padding:0 28px}
.strip.wet{bottom:-40px}
.strip img{display:block;width:100%}
.waiting{position:absolute;inset:auto 0 40%;text-align:center;color:#5f5a50;margin:0}
.body{width:min(100%,560px);background:#2f2d29;border-radius:10px 10px 16px 16px;box-shadow:0 10px 24px #0004;padding:0 0 18px;position:relative;z-index:1}
.slot{height:10px;margin:0 22px;background:#0d0c0b;border-radius:0 0 5px 5px}
.face{display:flex;align-items:center;gap:12px;padding:20px 26px 4px;color:#f4f1ea}
.model{margin-left:auto;color:#bdb7ab;font-size:14px}
.lamp{width:14px;height:14px;border-radius:50%;background:#4fbf67}
.lamp.bad{background:#e8604c;animation:blink 1s steps(2) infinite}
.lamp.off{background:#5a564f}
@keyframes blink{50%{opacity:.3}}
.drawer{position:absolute;bottom:8px;background:#26241f;color:#fff;border-radius:8px;padding:8px 16px;opacity:0;transition:opacity .3s;z-index:2}
.drawer.on{opacity:1}
aside{background:#f4f1ea;padding:24px;overflow:auto;display:flex;flex-direction:column;gap:12px}
h1{font-size:22px;margin:0}h2{font-size:15px;margin:12px 0 0;color:#5f5a50}p{margin:0}
.faults{display:grid;grid-template-columns:1fr 1fr;gap:10px}
button{font:inherit;min-height:52px;border:2px solid #bdb7ab;border-radius:10px;background:#fff;color:inherit;cursor:pointer;padding:8px}
button:focus-visible{outline:3px solid #2458a6;outline-offset:2px}
button[aria-pressed=true]{background:#b3261e;border-color:#b3261e;color:#fff;font-weight:600}
.tray{display:grid;grid-template-columns:1fr 1fr;gap:10px;align-items:start}
.tray img{width:100%;border-radius:6px;cursor:zoom-in}
.tray img.big{grid-column:1/-1;cursor:zoom-out}
@media (max-width:760px){body{overflow:auto;height:auto}main{display:block;height:auto}.machine{height:70vh}}
@media (prefers-reduced-motion:reduce){.lamp.bad{animation:none}}
`

/** New rows slide out of the slot. A cut receipt slides out whole and goes to the tray. */
const SCRIPT = `
const preferred = new URLSearchParams(location.search).get("lang") || navigator.language
const lang = WORDS[preferred.slice(0, 2)] ? preferred.slice(0, 2) : "es"
const t = WORDS[lang]
document.documentElement.lang = lang
for (const el of document.querySelectorAll("[data-t]")) el.textContent = t[el.dataset.t]
const $ = (id) => document.getElementById(id)
const calm = matchMedia("(prefers-reduced-motion: reduce)").matches
const DOTS_A_SECOND = 700, TRAY_MAX = 40, PAUSE_MS = 500
let state = {}, shown = 0, queue = Promise.resolve()
const uri = (svg) => "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg)
function picture(svg) {
  const img = new Image()
  img.alt = ""
  return new Promise((done) => { img.onload = img.onerror = () => done(img); img.src = uri(svg) })
}
async function show(svg, isWet) {
  const strip = $("strip")
  strip.classList.toggle("wet", Boolean(isWet))
  if (!svg) { strip.replaceChildren(); shown = 0; return }
  $("waiting").hidden = true
  const img = await picture(svg)
  strip.replaceChildren(img)
  const height = img.getBoundingClientRect().height
  const grown = Math.max(0, height - shown)
  shown = height
  if (calm || grown === 0) return
  const slide = [{ transform: "translateY(" + grown + "px)" }, { transform: "none" }]
  await strip.animate(slide, { duration: (grown / DOTS_A_SECOND) * 1000, easing: "linear" }).finished
}
async function cut(svg) {
  await show(svg)
  await new Promise((done) => setTimeout(done, calm ? 0 : PAUSE_MS))
  await show(null)
  await addToTray(svg)
}
async function addToTray(svg) {
  $("waiting").hidden = true
  const img = await picture(svg)
  img.tabIndex = 0
  img.onclick = () => img.classList.toggle("big")
  $("tray").prepend(img)
  while ($("tray").children.length > TRAY_MAX) $("tray").lastChild.remove()
}
function showState(isLost) {
  const order = ["power", "cable", "cover", "paper"]
  const bad = order.find((name) => state[name])
  $("lamp").className = "lamp " + (isLost || state.power ? "off" : bad ? "bad" : "")
  $("state").textContent = isLost ? t.lost : bad ? t[bad] : t.ready
  for (const button of document.querySelectorAll("[data-do]"))
    button.setAttribute("aria-pressed", String(Boolean(state[button.dataset.do])))
}
const then = (work) => { queue = queue.then(work).catch(() => undefined) }
const events = new EventSource("/events")
const on = (name, handle) => events.addEventListener(name, (event) => handle(JSON.parse(event.data)))
events.onopen = () => then(() => { $("tray").replaceChildren(); shown = 0 })
events.onerror = () => showState(true)
on("state", (next) => { state = next; showState(false) })
on("old", ({ svg }) => then(() => addToTray(svg)))
on("strip", ({ svg }) => { if (svg) then(() => show(svg, true)) })
on("receipt", ({ svg }) => then(() => cut(svg)))
on("pulse", () => {
  $("drawer").classList.add("on")
  setTimeout(() => $("drawer").classList.remove("on"), 2500)
})
for (const button of document.querySelectorAll("[data-do]"))
  button.onclick = () => fetch("/do", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ [button.dataset.do]: !state[button.dataset.do] }),
  })
`
