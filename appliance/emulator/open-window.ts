/** The emulated printer's window: a web page on this machine that shows the paper as it is printed, with a button for each fault. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { guardPages } from "../../runtime/http/page-headers.ts"
import type { PrinterProfile } from "../printing/index.ts"
import { drawPaper } from "./draw-paper.ts"
import type { Paper } from "./paper.ts"
import type { Controls, PrinterEvents } from "./printer-events.ts"
import type { Receipt } from "./render-receipt.ts"
import { WINDOW_SCRIPT_PATH, windowPage, windowScript } from "./window-page.ts"

const LOCAL = "127.0.0.1"
/** Rows within this time are shown together. */
const ROWS_EVERY_MS = 60
const RECEIPTS_AT_START = 12
const BODY_MAX_BYTES = 200
/** The speed of an old serial line. */
const SLOW_BYTES_PER_SECOND = 400

interface WindowDeps {
  readonly port: number
  readonly profile: PrinterProfile
  readonly controls: Controls
  readonly events: PrinterEvents
  readonly receipts: readonly Receipt[]
  uncut(): Paper
}

export async function openWindow(deps: WindowDeps): Promise<{ readonly url: string; close(): Promise<void> }> {
  const openStreams = new Set<() => void>()
  const listener = guardPages((request, response) => {
    const { pathname } = new URL(request.url ?? "/", `http://${LOCAL}`)
    if (request.method === "GET" && pathname === "/") return respondPage(response, deps.profile)
    if (request.method === "GET" && pathname === WINDOW_SCRIPT_PATH)
      return respond(response, "text/javascript", windowScript())
    if (request.method === "GET" && pathname === "/events") return void openStreams.add(streamEvents(response, deps))
    if (request.method === "POST" && pathname === "/do") return void handleFault(request, response, deps.controls)
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
        for (const stop of openStreams) stop()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function respondPage(response: ServerResponse, profile: PrinterProfile): void {
  respond(response, "text/html", windowPage(`${profile.name} · ${profile.width}`))
}

function respond(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { "content-type": `${type}; charset=utf-8` }).end(text)
}

/** Sends the printer's state, its paper and each receipt as server-sent events. Returns the function that stops. */
function streamEvents(response: ServerResponse, { controls, events, receipts, uncut }: WindowDeps): () => void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  const send = (event: string, data: unknown) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  let timer: NodeJS.Timeout | null = null
  const sendUncut = () => {
    timer = null
    const paper = uncut()
    send("strip", { svg: paper.rows.length === 0 ? null : drawPaper(paper) })
  }
  const sendState = () => send("state", stateOf(controls))
  sendState()
  for (const { svg } of receipts.slice(-RECEIPTS_AT_START)) send("old", { svg })
  sendUncut()
  const unwatch = events.watch({
    onRow: () => {
      timer ??= setTimeout(sendUncut, ROWS_EVERY_MS)
      sendState()
    },
    onReceipt: ({ svg }) => send("receipt", { svg }),
    onPulse: (pulse) => send("pulse", pulse),
    onState: sendState,
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

type Fault = keyof ReturnType<typeof stateOf>

const FAULTS: Readonly<Record<Fault, (controls: Controls, isOn: boolean) => void | Promise<void>>> = {
  paper: (controls, isOn) => controls.set({ paperOut: isOn }),
  cover: (controls, isOn) => controls.set({ coverOpen: isOn }),
  cable: (controls, isOn) => controls.cutCable(isOn),
  power: (controls, isOn) => (isOn ? controls.switchOff() : controls.switchOn()),
  slow: (controls, isOn) => controls.slowLine(isOn ? SLOW_BYTES_PER_SECOND : null),
}

/** The body is `{"paper": true}`. It must be JSON, because a page of another origin cannot send JSON here. */
async function handleFault(request: IncomingMessage, response: ServerResponse, controls: Controls): Promise<void> {
  if (!request.headers["content-type"]?.startsWith("application/json")) return void response.writeHead(415).end()
  const fault = await readFault(request)
  if (fault === null) return void response.writeHead(400).end()
  await FAULTS[fault.name](controls, fault.isOn)
  response.writeHead(204).end()
}

async function readFault(request: IncomingMessage): Promise<{ name: Fault; isOn: boolean } | null> {
  let text = ""
  for await (const piece of request) {
    text += piece
    if (text.length > BODY_MAX_BYTES) return null
  }
  try {
    const [entry] = Object.entries(JSON.parse(text) as Record<string, unknown>)
    if (entry === undefined || !Object.hasOwn(FAULTS, entry[0]) || typeof entry[1] !== "boolean") return null
    return { name: entry[0] as Fault, isOn: entry[1] }
  } catch {
    return null
  }
}
