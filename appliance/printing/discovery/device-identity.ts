/** Identifies a printer by its USB serial number, the name of its serial line, or its network card, as Linux lists them in files. */
import { readdirSync, readFileSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import type { Address } from "./read-printer-spec.ts"

/** Where Linux lists its devices. */
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

/** The identity of the printer at this address; null where it has none. */
export function identityAt(address: Address, paths: DevicePaths = LINUX): string | null {
  if (address.kind === "tcp") {
    const card = cards(paths).find(({ host }) => host === address.host)?.card
    // The port is part of it: a print server has several printers behind one card.
    return card === undefined ? null : cardIdentity(card, address.port)
  }
  const path = realPath(address.path)
  if (path === null) return null
  const found = address.kind === "serial" ? serialLines(paths) : usbPrinters(paths)
  return found.find((device) => realPath(device.path) === path)?.identity ?? null
}

/** The address of the printer with this identity now; null where it is not found. */
export function addressOf(identity: string, address: Address, paths: DevicePaths = LINUX): Address | null {
  if (address.kind === "tcp") {
    const host = cards(paths).find(({ card }) => cardIdentity(card, address.port) === identity)?.host
    return host === undefined ? null : { ...address, host }
  }
  const found = address.kind === "serial" ? serialLines(paths) : usbPrinters(paths)
  const path = found.find((device) => device.identity === identity)?.path
  return path === undefined ? null : { ...address, path }
}

function cardIdentity(card: string, port: number): string {
  return `card:${card}:${port}`
}

interface Device {
  readonly path: string
  readonly identity: string
  /** The maker and the model that a USB printer names; null where it names none. */
  readonly product?: string | null
}

export function serialLines(paths: DevicePaths = LINUX): Device[] {
  return list(paths.serialById).map((name) => ({ path: join(paths.serialById, name), identity: `serial:${name}` }))
}

/** USB printers with a serial number. Without one, two printers of a model cannot be distinguished. */
export function usbPrinters(paths: DevicePaths = LINUX): Device[] {
  return list(paths.usbmisc).flatMap((name) => {
    const device = realPath(join(paths.usbmisc, name, "device"))
    const usbDevice = device === null ? null : dirname(device)
    const serial = usbDevice === null ? null : read(join(usbDevice, "serial"))
    if (usbDevice === null || serial === null) return []
    const identity = `usb:${read(join(usbDevice, "idVendor"))}:${read(join(usbDevice, "idProduct"))}:${serial}`
    const product = [read(join(usbDevice, "manufacturer")), read(join(usbDevice, "product"))].filter(Boolean).join(" ")
    return [{ path: join(paths.usbDevices, name), identity, product: product || null }]
  })
}

/** The network cards in this machine's ARP table. */
export function cards(paths: DevicePaths = LINUX): { host: string; card: string }[] {
  const rows = (read(paths.arp) ?? "").split("\n").slice(1)
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
