/** Reads a printer SPEC such as `tcp://host:9100?width=48` (docs/contract/running.md#commands), and lists its faults. */
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"
import { findProfile, type PageName, PROFILES, type PrinterProfile } from "../encoding/printer-profiles.ts"

const PORT_DEFAULT = 9100
const BAUD_DEFAULT = 19_200
const BAUDS = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200]
const WIDTHS = ["32", "42", "48"]
const PARAMETERS = ["width", "profile", "codepage", "baud", "name", "backup", "status"]
const NAME_MAX = 40

export type Address =
  | { readonly kind: "tcp"; readonly host: string; readonly port: number }
  | { readonly kind: "serial"; readonly path: string; readonly baud: number }
  | { readonly kind: "usb"; readonly path: string }

export interface PrinterSpec {
  /** The address as text, without settings, so that it stays the same when a setting changes. */
  readonly id: string
  readonly address: Address
  readonly width: PaperWidth
  readonly profile: PrinterProfile
  /** The only page to use; null where each document chooses. */
  readonly codepage: PageName | null
  /** The name that people gave it, such as "kitchen"; otherwise its id. */
  readonly name: string
  /** Names or ids of printers that take over while this one cannot print, in this order. */
  readonly backups: readonly string[]
}

/** Each fault is one line that says what to write instead. The caller adds which SPEC it is about. */
export function readPrinterSpec(text: string): PrinterSpec | { readonly faults: string[] } {
  if (!URL.canParse(text)) {
    return { faults: ["not a printer: use tcp://host:9100, serial:///dev/ttyUSB0 or usb:///dev/usb/lp0"] }
  }
  const url = new URL(text)
  const faults: string[] = []
  const address = readAddress(url, faults)
  for (const name of url.searchParams.keys()) {
    if (!PARAMETERS.includes(name)) faults.push(`unknown setting "${name}", known are ${PARAMETERS.join(", ")}`)
  }
  const profile = readProfile(url, faults)
  const width = readWidth(url, profile, faults)
  const codepage = readPage(url, profile, faults)
  const name = readName(url, faults)
  const status = url.searchParams.get("status")
  if (status !== null && status !== "no")
    faults.push(`status "${status}" is not known: "no" is for a printer that cannot answer`)
  if (address === null || faults.length > 0) return { faults }
  const id = idOf(address)
  const ownProfile = status === "no" ? { ...profile, status: false } : profile
  return { id, address, width, profile: ownProfile, codepage, name: name ?? id, backups: readBackups(url) }
}

function readName(url: URL, faults: string[]): string | null {
  const name = url.searchParams.get("name")
  if (name !== null && (name.trim() === "" || name.length > NAME_MAX)) {
    faults.push(`a name has 1 to ${NAME_MAX} letters, as in name=kitchen`)
  }
  return name
}

function readBackups(url: URL): string[] {
  return url.searchParams.getAll("backup").flatMap((text) =>
    text
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean),
  )
}

/** Faults between SPECs: a repeated address or name, or a backup that is no printer of this box. */
export function checkPrinters(specs: readonly PrinterSpec[]): string[] {
  const faults: string[] = []
  for (const [n, spec] of specs.entries()) {
    const duplicate = specs.findIndex((other) => other.id === spec.id || other.name === spec.name)
    if (duplicate < n)
      faults.push(`two printers are ${specs[duplicate]?.id === spec.id ? spec.id : `named "${spec.name}"`}`)
    for (const backup of spec.backups) {
      const found = findPrinter(specs, backup)
      if (found === undefined) faults.push(`backup "${backup}" of ${spec.name} is no printer of this box`)
      else if (found === spec) faults.push(`${spec.name} cannot be its own backup`)
    }
  }
  return faults
}

export function findPrinter(specs: readonly PrinterSpec[], idOrName: string): PrinterSpec | undefined {
  return specs.find(({ id, name }) => id === idOrName || name === idOrName)
}

function readAddress(url: URL, faults: string[]): Address | null {
  const baud = url.searchParams.get("baud")
  if (baud !== null && url.protocol !== "serial:") faults.push('"baud" is for serial printers only')
  if (url.protocol === "tcp:") {
    if (url.hostname === "") faults.push("the host is missing, as in tcp://192.168.1.50:9100")
    if (url.pathname !== "" && url.pathname !== "/") faults.push(`a tcp printer has no path (${url.pathname})`)
    if (url.port === "0") faults.push("port 0 cannot be printed to")
    return {
      kind: "tcp",
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? PORT_DEFAULT : Number(url.port),
    }
  }
  if (url.protocol !== "serial:" && url.protocol !== "usb:") {
    faults.push(`"${url.protocol}//" is not known, use tcp://, serial:// or usb://`)
    return null
  }
  const path = readPath(url.pathname)
  if (path === null) {
    faults.push(`the device's path "${url.pathname}" cannot be read: a percent sign is written %25`)
    return null
  }
  if (url.hostname !== "" || !path.startsWith("/") || path === "/") {
    faults.push(`the device's path is missing, with three slashes as in ${url.protocol}///dev/…`)
  }
  if (url.protocol === "usb:") return { kind: "usb", path }
  if (baud !== null && !BAUDS.includes(Number(baud))) faults.push(`baud "${baud}" is none of ${BAUDS.join(", ")}`)
  return { kind: "serial", path, baud: baud === null ? BAUD_DEFAULT : Number(baud) }
}

function readPath(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

function readProfile(url: URL, faults: string[]): PrinterProfile {
  const text = url.searchParams.get("profile")
  const byWidth = url.searchParams.get("width") === "32" ? "generic-58" : "generic-80"
  const found = findProfile(text ?? byWidth)
  if (found === undefined) faults.push(`profile "${text}" is none of ${PROFILES.map((p) => p.id).join(", ")}`)
  return found ?? (PROFILES[0] as PrinterProfile)
}

function readWidth(url: URL, profile: PrinterProfile, faults: string[]): PaperWidth {
  const text = url.searchParams.get("width")
  if (text === null) return profile.width
  if (!WIDTHS.includes(text)) faults.push(`width "${text}" is none of ${WIDTHS.join(", ")}`)
  return Number(text) as PaperWidth
}

function readPage(url: URL, profile: PrinterProfile, faults: string[]): PageName | null {
  const text = url.searchParams.get("codepage")
  if (text === null) return null
  const name = text
    .toLowerCase()
    .replace("windows-1252", "windows1252")
    .replace(/^(cp|pc)?1252$/, "windows1252")
  if (Object.hasOwn(profile.pageCommands, name)) return name as PageName
  faults.push(`codepage "${text}" is none of ${Object.keys(profile.pageCommands).join(", ")} for profile ${profile.id}`)
  return null
}

function idOf(address: Address): string {
  if (address.kind === "tcp") return `tcp://${address.host}:${address.port}`
  return `${address.kind}://${address.path}`
}
