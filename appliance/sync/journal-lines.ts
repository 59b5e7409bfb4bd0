/** The lines of the journal: each with its checksum, an operation or a header. */
import { crc32 } from "node:zlib"
import type { LoggedOp } from "../../protocol/sync/batch.ts"
import type { FileIdentity } from "./journal-owner.ts"

export const NEW_LINE = 10
const HEADER = ' {"owner":'

/** The first line of a file, with the last numbers before it. Another one follows whenever the owner is renewed. */
export interface Header {
  readonly owner: FileIdentity
  readonly machine: string
  readonly numbers: Readonly<Record<string, number>>
}

export function lastHeaderIn(segment: Buffer): Header | null {
  for (let at = segment.lastIndexOf(HEADER); at >= 8; at = segment.lastIndexOf(HEADER, at - 1)) {
    const end = segment.indexOf(NEW_LINE, at)
    const [line] = end < 0 ? [] : linesIn(segment.subarray(at - 8, end))
    if (isHeader(line)) return line
  }
  return null
}

function isHeader(line: unknown): line is Header {
  return typeof line === "object" && line !== null && "machine" in line
}

export function opsIn(text: Buffer): LoggedOp[] {
  return linesIn(text).flatMap((line) => (isHeader(line) ? [] : [opOf(line as Written)]))
}

/** The body as written, and its position; the rest belongs to the operation. */
type Written = Omit<LoggedOp, "body"> & { readonly body: unknown }

function opOf({ body, ...op }: Written): LoggedOp {
  return { ...op, body: JSON.stringify(body) }
}

export function lineOf({ body, ...op }: LoggedOp): Buffer {
  const head = JSON.stringify(op)
  return sealed(`${head.slice(0, -1)},"body":${body}}`)
}

export function sealed(json: string): Buffer {
  return Buffer.from(`${crc32(json).toString(16).padStart(8, "0")} ${json}\n`)
}

/** Skips a line that a power cut has torn. */
function linesIn(text: Buffer, having = /./): unknown[] {
  return text
    .toString()
    .split("\n")
    .filter((line) => line.length > 9 && having.test(line))
    .flatMap((line) => {
      const json = line.slice(9)
      return crc32(json) === Number.parseInt(line.slice(0, 8), 16) ? [JSON.parse(json)] : []
    })
}

export function numbersIn({ segments }: { readonly segments: readonly Buffer[] }): Record<string, number> {
  const numbers: Record<string, number> = {}
  const keep = (key: string, last: number) => {
    numbers[key] = Math.max(last, numbers[key] ?? last)
  }
  for (const line of segments.flatMap((segment) => linesIn(segment, /"kind":"fiscal\.numbered"|"machine":/))) {
    if (isHeader(line)) for (const [key, last] of Object.entries(line.numbers)) keep(key, last)
    const { kind, body } = line as { kind?: string; body?: { record?: Numbered } }
    const record = kind === "fiscal.numbered" ? body?.record : undefined
    if (record?.side === "appliance" && record.sequenceKey && record.sequence !== null)
      keep(record.sequenceKey, record.sequence)
  }
  return numbers
}

interface Numbered {
  readonly side: string
  readonly sequenceKey: string | null
  readonly sequence: number | null
}
