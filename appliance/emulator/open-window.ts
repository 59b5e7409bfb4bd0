/** The emulated printer's window: a page of this machine where the paper scrolls as it comes out, with the printer's troubles as buttons. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { guardPages } from "../../runtime/http/page-headers.ts"
import type { PrinterProfile } from "../printing/index.ts"
import { drawPaper } from "./draw-paper.ts"
import type { Paper } from "./paper.ts"
import type { Controls, News } from "./printer-events.ts"
import type { Receipt } from "./render-receipt.ts"
import { WINDOW_SCRIPT_PATH, windowPage, windowScript } from "./window-page.ts"

const LOCAL = "127.0.0.1"
/** Rows that come out together are shown together. */
const ROWS_EVERY_MS = 60
const SHOWN_AT_FIRST = 12
const BODY_MAX_BYTES = 200
/** What an old serial printer's line carries. */
const SLOW_BYTES_PER_SECOND = 400

export interface WindowDeps {
  readonly port: number
  readonly profile: PrinterProfile
  readonly controls: Controls
  readonly news: News
  readonly receipts: readonly Receipt[]
  uncut(): Paper
}

export async function openWindow(deps: WindowDeps): Promise<{ readonly url: string; close(): Promise<void> }> {
  const watching = new Set<() => void>()
  const listener = guardPages((request, response) => {
    const { pathname } = new URL(request.url ?? "/", `http://${LOCAL}`)
    if (request.method === "GET" && pathname === "/") return page(response, deps.profile)
    if (request.method === "GET" && pathname === WINDOW_SCRIPT_PATH)
      return give(response, "text/javascript", windowScript())
    if (request.method === "GET" && pathname === "/events") return void watching.add(follow(response, deps))
    if (request.method === "POST" && pathname === "/do") return void obey(request, response, deps.controls)
    response.writeHead(404).end()
  })
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(deps.port, LOCAL, () => resolve())
  })
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : deps.port
  return {
    url: `http://${LOCAL}:${port}`,
    close: () =>
      new Promise((resolve) => {
        for (const stop of watching) stop()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function page(response: ServerResponse, profile: PrinterProfile): void {
  give(response, "text/html", windowPage(`${profile.name} · ${profile.width}`))
}

function give(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(text)
}

/** Server-sent events: how the printer is, what has come out of it, each paper that was cut. Answers how to stop. */
function follow(response: ServerResponse, { controls, news, receipts, uncut }: WindowDeps): () => void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  const send = (event: string, data: unknown) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  let timer: NodeJS.Timeout | null = null
  const strip = () => {
    timer = null
    const paper = uncut()
    send("strip", { svg: paper.rows.length === 0 ? null : drawPaper(paper) })
  }
  const state = () => send("state", stateOf(controls))
  state()
  for (const { svg } of receipts.slice(-SHOWN_AT_FIRST)) send("old", { svg })
  strip()
  const unwatch = news.watch({
    onRow: () => {
      timer ??= setTimeout(strip, ROWS_EVERY_MS)
      state()
    },
    onReceipt: ({ svg }) => send("receipt", { svg }),
    onPulse: (pulse) => send("pulse", pulse),
    onState: state,
  })
  const stop = () => {
    if (timer) clearTimeout(timer)
    unwatch()
    response.end()
  }
  response.once("close", stop)
  return stop
}

function stateOf(controls: Controls) {
  const { paperOut, coverOpen } = controls.condition()
  return {
    paper: paperOut,
    cover: coverOpen,
    cable: controls.isCableCut(),
    power: !controls.isOn(),
    slow: controls.isSlow(),
  }
}

type Trouble = keyof ReturnType<typeof stateOf>

const TROUBLES: Readonly<Record<Trouble, (controls: Controls, is: boolean) => void | Promise<void>>> = {
  paper: (controls, is) => controls.set({ paperOut: is }),
  cover: (controls, is) => controls.set({ coverOpen: is }),
  cable: (controls, is) => controls.cutCable(is),
  power: (controls, is) => (is ? controls.switchOff() : controls.switchOn()),
  slow: (controls, is) => controls.slowLine(is ? SLOW_BYTES_PER_SECOND : null),
}

/** `{"paper": true}`. JSON is asked for because no page of another address can send that here without being allowed to. */
async function obey(request: IncomingMessage, response: ServerResponse, controls: Controls): Promise<void> {
  if (!request.headers["content-type"]?.startsWith("application/json")) return void response.writeHead(415).end()
  const wish = await readWish(request)
  if (wish === null) return void response.writeHead(400).end()
  await TROUBLES[wish.trouble](controls, wish.is)
  response.writeHead(204).end()
}

async function readWish(request: IncomingMessage): Promise<{ trouble: Trouble; is: boolean } | null> {
  let text = ""
  for await (const piece of request) {
    text += piece
    if (text.length > BODY_MAX_BYTES) return null
  }
  try {
    const [entry] = Object.entries(JSON.parse(text) as Record<string, unknown>)
    if (entry === undefined || !Object.hasOwn(TROUBLES, entry[0]) || typeof entry[1] !== "boolean") return null
    return { trouble: entry[0] as Trouble, is: entry[1] }
  } catch {
    return null
  }
}
