/** Finds out which bytes of a recorded command depend on its arguments, by recording it again with other arguments. */
import type { CodeCommand, DrawerCommand } from "../../appliance/printing/encoding/command-set.ts"

type RecordCode = (data: string, size: number) => Promise<Uint8Array> | Uint8Array

interface CodeSamples {
  readonly short: string
  readonly long: string
}

const SIZES = [1, 2, 3, 4, 5, 6, 7, 8]
const HEIGHTS = [80, 100] as const
const QR_SAMPLES: CodeSamples = { short: "0123456789AB", long: "0123456789AB".repeat(30) }

/** A QR code, whose size is 1 to 8. */
export async function qrCommand(record: RecordCode): Promise<CodeCommand> {
  const recorded = await Promise.all(SIZES.map(async (size) => record(QR_SAMPLES.short, size)))
  const at = onlyChange(recorded)
  const sizes = recorded.map((bytes) => bytes[at] as number)
  const command = await withLength(QR_SAMPLES, (data) => record(data, SIZES[3] as number))
  return { ...fill(command, at, "size"), sizes }
}

/** A barcode, whose height in dots stands in the command as it is. */
export async function barcodeCommand(samples: CodeSamples, record: RecordCode): Promise<CodeCommand> {
  const at = onlyChange(await Promise.all(HEIGHTS.map(async (height) => record(samples.short, height))))
  return fill(await withLength(samples, (data) => record(data, HEIGHTS[0])), at, "height")
}

/** A drawer command, whose times are given in milliseconds. */
export async function drawerCommand(
  record: (pin: number, onMs: number, offMs: number) => Promise<Uint8Array> | Uint8Array,
): Promise<DrawerCommand> {
  // Under the limits of every printer.
  const [base, on, off] = [await record(0, 100, 90), await record(0, 110, 90), await record(0, 100, 80)]
  const places = { on: changes([base, on])[0], off: changes([base, off])[0] }
  const time = async (name: "on" | "off", recordTime: (ms: number) => Promise<Uint8Array> | Uint8Array) => {
    const at = places[name]
    if (at === undefined) return {}
    const [low, middle, high] = await Promise.all([2, 120, 510].map(async (ms) => (await recordTime(ms))[at] as number))
    return { [name]: { unitMs: Math.floor(120 / (middle as number)), min: Math.max(1, low as number), max: high } }
  }
  const pins = [0, 1].map(async (pin) => {
    const bytes = [...(await record(pin, 100, 90))].map(hexOf)
    if (places.on !== undefined) bytes[places.on] = "{on}"
    if (places.off !== undefined) bytes[places.off] = "{off}"
    return bytes.join("")
  })
  return {
    pins: (await Promise.all(pins)) as [string, string],
    ...(await time("on", (ms) => record(0, ms, 90))),
    ...(await time("off", (ms) => record(0, 100, ms))),
  }
}

/** The command with holes for its data and their length. */
async function withLength(
  { short, long }: CodeSamples,
  record: (data: string) => Promise<Uint8Array> | Uint8Array,
): Promise<CodeCommand> {
  const [bytes, longer] = [await record(short), await record(long)]
  const at = Buffer.from(bytes).indexOf(short)
  const places = changes([bytes.subarray(0, at), longer.subarray(0, at)])
  const cells = [...bytes].map(hexOf)
  cells.splice(at, short.length, "{data}")
  const [low, high] = places
  if (low === undefined) return { bytes: cells.join("") }
  cells[low] = high === undefined ? "{length1}" : "{length}"
  if (high !== undefined) cells[high] = ""
  return { bytes: cells.join(""), lengthAdds: (bytes[low] as number) - short.length }
}

/** Replaces the byte at a place before all other holes. */
function fill(command: CodeCommand, at: number, name: string): CodeCommand {
  const cells: string[] = command.bytes.match(/\{\w+\}|[0-9a-f]{2}/g) ?? []
  // A length of two bytes is one cell.
  const length = cells.indexOf("{length}")
  cells[length >= 0 && length < at ? at - 1 : at] = `{${name}}`
  return { ...command, bytes: cells.join("") }
}

function onlyChange(recorded: readonly Uint8Array[]): number {
  const places = changes(recorded)
  if (places.length !== 1) throw new Error(`the bytes at ${places.join(", ")} change, not just one`)
  return places[0] as number
}

function changes(recorded: readonly Uint8Array[]): number[] {
  const [first, ...others] = recorded as [Uint8Array, ...Uint8Array[]]
  return [...first.keys()].filter((at) => others.some((bytes) => bytes[at] !== first[at]))
}

export function hexOf(bytes: number | Uint8Array | undefined): string {
  return Buffer.from(typeof bytes === "number" ? [bytes] : (bytes ?? [])).toString("hex")
}
