/** By what a printer is known again: a USB serial number, the name of a serial line, a network card. Read from the system's own files. */
import { readdirSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Address } from "./read-printer-spec.ts"

/** Where Linux tells of its devices. */
export interface DevicePaths {
  readonly serialById: string
  readonly usbmisc: string
  readonly usbDevices: string
  readonly arp: string
}

export const LINUX: DevicePaths = {
  serialById: "/dev/serial/by-id",
  usbmisc: "/sys/class/usbmisc",
  usbDevices: "/dev/usb",
  arp: "/proc/net/arp",
}

const NO_CARD = "00:00:00:00:00:00"

/** What is at this address now; null where nothing there can be told from another of its kind. */
export function identityAt(address: Address, places: DevicePaths = LINUX): string | null {
  if (address.kind === "tcp") {
    const card = cards(places).find(({ host }) => host === address.host)?.card
    // A print server has several printers behind one card.
    return card === undefined ? null : cardIdentity(card, address.port)
  }
  const path = realPath(address.path)
  if (path === null) return null
  const found = address.kind === "serial" ? serialLines(places) : usbPrinters(places)
  return found.find((one) => realPath(one.path) === path)?.identity ?? null
}

/** Where the printer with this identity is now; null where it is nowhere to be seen. */
export function addressOf(identity: string, address: Address, places: DevicePaths = LINUX): Address | null {
  if (address.kind === "tcp") {
    const host = cards(places).find(({ card }) => cardIdentity(card, address.port) === identity)?.host
    return host === undefined ? null : { ...address, host }
  }
  const found = address.kind === "serial" ? serialLines(places) : usbPrinters(places)
  const path = found.find((one) => one.identity === identity)?.path
  return path === undefined ? null : { ...address, path }
}

function cardIdentity(card: string, port: number): string {
  return `card:${card}:${port}`
}

interface Device {
  readonly path: string
  readonly identity: string
}

export function serialLines(places: DevicePaths = LINUX): Device[] {
  return list(places.serialById).map((name) => ({ path: join(places.serialById, name), identity: `serial:${name}` }))
}

/** Those that tell a serial number: two of one model without it cannot be told apart. */
export function usbPrinters(places: DevicePaths = LINUX): Device[] {
  return list(places.usbmisc).flatMap((name) => {
    const device = realPath(join(places.usbmisc, name, "device"))
    const about = device === null ? null : dirname(device)
    const serial = about === null ? null : read(join(about, "serial"))
    if (about === null || serial === null) return []
    const identity = `usb:${read(join(about, "idVendor"))}:${read(join(about, "idProduct"))}:${serial}`
    return [{ path: join(places.usbDevices, name), identity }]
  })
}

/** The network cards that this machine has spoken with lately. */
export function cards(places: DevicePaths = LINUX): { host: string; card: string }[] {
  const rows = (read(places.arp) ?? "").split("\n").slice(1)
  return rows.flatMap((row) => {
    const [host, , , card] = row.split(/\s+/)
    return host === undefined || card === undefined || card === NO_CARD ? [] : [{ host, card: card.toLowerCase() }]
  })
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir).sort()
  } catch {
    return []
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim()
  } catch {
    return null
  }
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
