/** Finds printers: hosts of the local network that listen on the printers' port, and devices that are plugged in. */
import { connect } from "node:net"
import { networkInterfaces } from "node:os"
import type { FoundPrinter } from "../../../protocol/shapes/found-printer.ts"
import { cards, type DevicePaths, LINUX, serialLines, usbPrinters } from "./device-identity.ts"
import { proposeProfile } from "./propose-profile.ts"
import type { PrinterSpec } from "./read-printer-spec.ts"

const PORT = 9100
const CONNECT_MS = 400
const ANSWER_MS = 600
const CONCURRENT_MAX = 64
const NETWORKS_MAX = 2
/** DLE EOT 1 for the status, then `GS I` 66 and 67 for maker and model. */
const QUESTIONS = Buffer.from("1004011d49421d4943", "hex")
const PRIVATE = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/

interface FindOptions {
  /** By default all addresses of this machine's networks (/24). */
  readonly hosts?: readonly string[]
  readonly port?: number
  /** Ask for the model. An office printer listens on that port too and may print the question, so only a person decides to ask. */
  readonly ask?: boolean
  /** Printers of this box. They are listed as known and not connected to, because their worker uses the connection. */
  readonly known?: readonly PrinterSpec[]
  readonly paths?: DevicePaths
}

export async function findPrinters(options: FindOptions = {}): Promise<FoundPrinter[]> {
  const { hosts = localHosts(), port = PORT, known = [], paths = LINUX } = options
  const found: FoundPrinter[] = []
  const waiting = [...hosts]
  const connectNext = async () => {
    for (let host = waiting.shift(); host !== undefined; host = waiting.shift()) {
      const spec = `tcp://${host}:${port}`
      const isKnown = known.some(({ id }) => id === spec)
      const answers = isKnown ? NOT_ASKED : await probe(host, port, options.ask === true)
      if (answers === null) continue
      const card = cards(paths).find((one) => one.host === host)?.card ?? null
      found.push({ spec: withProfile(spec, answers.model), known: isKnown, card, ...answers })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, connectNext))
  return [...found.sort((a, b) => a.spec.localeCompare(b.spec, "en", { numeric: true })), ...pluggedIn(known, paths)]
}

type Answers = Pick<FoundPrinter, "answers" | "model">
const NOT_ASKED: Answers = { answers: null, model: null }

/** Null where nothing listens. Unless `ask` is set, no byte is sent. */
function probe(host: string, port: number, ask: boolean): Promise<Answers | null> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    let received = Buffer.alloc(0)
    let isOpen = false
    const end = () => {
      socket.destroy()
      if (!isOpen) resolve(null)
      else resolve(ask ? { answers: hasStatus(received), model: modelOf(received) } : NOT_ASKED)
    }
    socket.setTimeout(CONNECT_MS, end)
    socket.once("error", end)
    socket.once("close", end)
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes])
      if (hasStatus(received) && modelOf(received) !== null) end()
    })
    socket.once("connect", () => {
      isOpen = true
      if (!ask) return end()
      socket.setTimeout(ANSWER_MS, end)
      socket.write(QUESTIONS)
    })
  })
}

function hasStatus(received: Uint8Array): boolean {
  return received.some((byte) => (byte & 0x93) === 0x12)
}

/** Each name stands between 5Fh and 00h: the maker, then the model. */
function modelOf(received: Buffer): string | null {
  const names = [...received.toString("latin1").matchAll(/_([\x20-\x7e]+)\0/g)].map(([, name]) => name as string)
  return names.length < 2 ? null : names.join(" ")
}

/** A person may still choose another profile: a printer may call itself what it only imitates. */
function withProfile(spec: string, model: string | null): string {
  const profile = model === null ? null : proposeProfile(model)
  return profile === null ? spec : `${spec}?profile=${profile.id}`
}

function pluggedIn(known: readonly PrinterSpec[], paths: DevicePaths): FoundPrinter[] {
  const foundPrinter = (spec: string, model: string): FoundPrinter => ({
    spec: withProfile(spec, model),
    known: known.some(({ id }) => id === spec),
    answers: null,
    model,
    card: null,
  })
  return [
    ...serialLines(paths).map(({ path, identity }) =>
      foundPrinter(`serial://${path}`, identity.slice("serial:".length)),
    ),
    ...usbPrinters(paths).map(({ path, identity, product }) =>
      foundPrinter(`usb://${path}`, product ?? identity.slice("usb:".length)),
    ),
  ]
}

/** The other addresses of this machine's private networks. Each is taken as a /24, because a store's network is no larger. */
export function localHosts(interfaces = networkInterfaces()): string[] {
  const ownInterfaces = Object.values(interfaces).flatMap((faces) => faces ?? [])
  const networks = ownInterfaces.filter(
    ({ family, internal, address }) => family === "IPv4" && !internal && PRIVATE.test(address),
  )
  const ownAddresses = new Set(ownInterfaces.map(({ address }) => address))
  const prefixes = new Set(networks.map(({ address }) => address.slice(0, address.lastIndexOf("."))))
  return [...prefixes]
    .slice(0, NETWORKS_MAX)
    .flatMap((prefix) => Array.from({ length: 254 }, (_, n) => `${prefix}.${n + 1}`))
    .filter((host) => !ownAddresses.has(host))
}
