/** Looks for printers: who listens on the printers' port in this network, and what is plugged in; asks them only where a person wants that. */
import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import type { FoundPrinter } from "../../../protocol/shapes/found-printer.ts"
import { cards, type DevicePaths, LINUX, serialLines, usbPrinters } from "./device-identity.ts"
import type { PrinterSpec } from "./read-printer-spec.ts"

const PORT = 9100
const CONNECT_MS = 400
const ANSWER_MS = 600
const AT_ONCE = 64
const NETWORKS_MAX = 2
/** DLE EOT 1, then who made it and what it is (`GS I` 66 and 67). */
const QUESTIONS = Buffer.from("1004011d49421d4943", "hex")
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/

export interface FindOptions {
  /** Left out: all addresses of this machine's own networks (/24). */
  readonly hosts?: readonly string[]
  readonly port?: number
  /**
   * Ask who they are. What is no receipt printer listens on that port too, and may take the question for a page to print: so
   * only because a person wants it.
   */
  readonly ask?: boolean
  /** Printers of this box: their line is taken, they are told as known and left alone. */
  readonly known?: readonly PrinterSpec[]
  readonly places?: DevicePaths
}

export async function findPrinters(options: FindOptions = {}): Promise<FoundPrinter[]> {
  const { hosts = localHosts(), port = PORT, known = [], places = LINUX } = options
  const found: FoundPrinter[] = []
  const waiting = [...hosts]
  const lane = async () => {
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
      const spec = `tcp://${host}:${port}`
      const isKnown = known.some(({ id }) => id === spec)
      const heard = isKnown ? NOTHING_ASKED : await knock(host, port, options.ask === true)
      if (heard === null) continue
      const card = cards(places).find((one) => one.host === host)?.card ?? null
      found.push({ spec, known: isKnown, card, ...heard })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return [...found.sort((a, b) => a.spec.localeCompare(b.spec, "en", { numeric: true })), ...pluggedIn(known, places)]
}

type Heard = Pick<FoundPrinter, "answers" | "model">
const NOTHING_ASKED: Heard = { answers: null, model: null }

/** Null where nobody listens. Without a question not a byte is sent. */
function knock(host: string, port: number, ask: boolean): Promise<Heard | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    let heard = Buffer.alloc(0)
    let isOpen = false
    const end = () => {
      socket.destroy()
      if (!isOpen) resolve(null)
      else resolve(ask ? { answers: hasStatus(heard), model: modelOf(heard) } : NOTHING_ASKED)
    }
    socket.setTimeout(CONNECT_MS, end)
    socket.once("error", end)
    socket.once("close", end)
    socket.on("data", (bytes) => {
      heard = Buffer.concat([heard, bytes])
      if (hasStatus(heard) && modelOf(heard) !== null) end()
    })
    socket.once("connect", () => {
      isOpen = true
      if (!ask) return end()
      socket.setTimeout(ANSWER_MS, end)
      socket.write(QUESTIONS)
    })
  })
}

function hasStatus(heard: Uint8Array): boolean {
  return heard.some((byte) => (byte & 0x93) === 0x12)
}

/** Names stand between 5Fh and 00h; the last is the model's. */
function modelOf(heard: Buffer): string | null {
  const names = [...heard.toString("latin1").matchAll(/_([\x20-\x7e]+)\0/g)].map(([, name]) => name as string)
  return names.length < 2 ? null : names.join(" ")
}

function pluggedIn(known: readonly PrinterSpec[], places: DevicePaths): FoundPrinter[] {
  const told = (spec: string, model: string): FoundPrinter => ({
    spec,
    known: known.some(({ id }) => id === spec),
    answers: null,
    model,
    card: null,
  })
  return [
    ...serialLines(places).map(({ path, identity }) => told(`serial://${path}`, identity.slice("serial:".length))),
    ...usbPrinters(places).map(({ path, identity }) => told(`usb://${path}`, identity.slice("usb:".length))),
  ]
}

/** The other addresses of this machine's private networks, each taken as a /24: a store's network is no larger. */
export function localHosts(interfaces = networkInterfaces()): string[] {
  const own = Object.values(interfaces).flatMap((faces) => faces ?? [])
  const networks = own.filter(
    ({ family, internal, address }) => family === "IPv4" && !internal && PRIVATE.test(address),
  )
  const mine = new Set(own.map(({ address }) => address))
  const prefixes = new Set(networks.map(({ address }) => address.slice(0, address.lastIndexOf("."))))
  return [...prefixes]
    .slice(0, NETWORKS_MAX)
    .flatMap((prefix) => Array.from({ length: 254 }, (_, n) => `${prefix}.${n + 1}`))
    .filter((host) => !mine.has(host))
}
