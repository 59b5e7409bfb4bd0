/** Checks a template from outside. Returns each fault with its path. */
import { PAPER_DOCUMENTS } from "../shapes/print-job.ts"
import { type Block, LANGUAGES } from "./template.ts"

const NESTING_MAX = 5
const IMAGE_WIDTH_MAX = 576
const IMAGE_HEIGHT_MAX = 2000

type Check = (value: unknown) => string | null

/** The fields of each block. A field is required where its check refuses `undefined`. */
const FIELDS: Readonly<Record<Block["t"], Readonly<Record<string, Check>>>> = {
  text: {
    s: text,
    lead: optional(text),
    bold: optional(flag),
    align: optional(oneOf("left", "center", "right")),
    size: optional(oneOf("double", "wide", "tall")),
    guard: optional(guard),
    codePage: optional(text),
  },
  pair: { key: text, value: text, bold: optional(flag), guard: optional(guard) },
  columns: { cells: cells, bold: optional(flag) },
  rule: { ch: optional(nonEmpty) },
  feed: { n: optional(whole(1, 20)) },
  qr: { data: text, size: optional(whole(1, 8)), guard: optional(guard) },
  barcode: { data: text, symbology: optional(oneOf("code128", "ean13", "itf")), height: optional(whole(20, 200)) },
  image: { width: whole(8, IMAGE_WIDTH_MAX), height: whole(1, IMAGE_HEIGHT_MAX), bits: text },
  each: { of: text, as: text, blocks: () => null },
  cut: {},
}
const CELL: Readonly<Record<string, Check>> = {
  s: text,
  lead: optional(text),
  width: optional(whole(1, 48)),
  align: optional(oneOf("left", "center", "right")),
  guard: optional(guard),
}
const CONDITIONS: Readonly<Record<string, Check>> = { when: optional(text), unless: optional(text) }

export function templateFaults(value: unknown): string[] {
  if (!isObject(value)) return ["a template is an object"]
  const faults: string[] = []
  if (!PAPER_DOCUMENTS.some((known) => known === value.document)) {
    faults.push(`document: is none of ${PAPER_DOCUMENTS.join(", ")}`)
  }
  if (!Number.isInteger(value.version) || Number(value.version) < 1)
    faults.push("version: must be a whole number from 1")
  for (const language of LANGUAGES) faults.push(...labelFaults(value.labels, language))
  return [...faults, ...blockFaults(value.blocks, "blocks", 0)]
}

function labelFaults(labels: unknown, language: string): string[] {
  const words = isObject(labels) ? labels[language] : undefined
  if (!isObject(words)) return [`labels.${language}: missing`]
  return Object.entries(words).flatMap(([name, word]) =>
    typeof word === "string" ? [] : [`labels.${language}.${name}: must be a text`],
  )
}

function blockFaults(blocks: unknown, path: string, depth: number): string[] {
  if (!Array.isArray(blocks)) return [`${path}: must be a list`]
  if (depth > NESTING_MAX) return [`${path}: nested too deep`]
  return blocks.flatMap((block: unknown, i) => {
    const at = `${path}[${i}]`
    if (!isObject(block) || typeof block.t !== "string" || !Object.hasOwn(FIELDS, block.t)) {
      return [`${at}.t: is none of ${Object.keys(FIELDS).join(", ")}`]
    }
    const { t, ...fields } = block
    const faults = fieldFaults(fields, { ...FIELDS[t as Block["t"]], ...CONDITIONS }, at)
    if (t === "each") faults.push(...blockFaults(block.blocks, `${at}.blocks`, depth + 1))
    if (t === "image" && faults.length === 0) faults.push(...bitFaults(block, at))
    return faults
  })
}

function fieldFaults(fields: Record<string, unknown>, checks: Readonly<Record<string, Check>>, at: string): string[] {
  const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(checks, name))
  const wrong = Object.entries(checks).flatMap(([name, check]) => {
    const fault = check(fields[name])
    return fault === null ? [] : [`${at}.${name}: ${fault}`]
  })
  return [...wrong, ...unknown.map((name) => `${at}.${name}: is not known here`)]
}

/** A picture has 8 dots in a byte, row by row. With too few bits, the printer would wait for the rest. */
function bitFaults({ width, height, bits }: Record<string, unknown>, at: string): string[] {
  const bytes = Math.ceil(Number(width) / 8) * Number(height)
  const given = String(bits)
  const padding = /^[A-Za-z0-9+/]*(={0,2})$/.exec(given)?.[1]
  const isWhole = padding !== undefined && (given.length / 4) * 3 - padding.length === bytes
  return isWhole ? [] : [`${at}.bits: must be base64 of ${bytes} bytes`]
}

function cells(value: unknown): string | null {
  if (!Array.isArray(value) || value.length === 0) return "must be a list of cells"
  const faults = value.flatMap((cell: unknown, i) =>
    isObject(cell) ? fieldFaults(cell, CELL, String(i)) : [`${i}: a cell is an object with s`],
  )
  return faults.length === 0 ? null : faults.join("; ")
}

function text(value: unknown): string | null {
  return typeof value === "string" ? null : "must be a text"
}

function nonEmpty(value: unknown): string | null {
  return typeof value === "string" && value.length > 0 ? null : "must be a character or more"
}

function flag(value: unknown): string | null {
  return typeof value === "boolean" ? null : "must be true or false"
}

function guard(value: unknown): string | null {
  return oneOf("money", "tax_id", "fiscal")(value)
}

function oneOf(...words: readonly string[]): Check {
  return (value) => (words.some((word) => word === value) ? null : `is none of ${words.join(", ")}`)
}

function whole(min: number, max: number): Check {
  return (value) => {
    const fits = Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    return fits ? null : `must be a whole number from ${min} to ${max}`
  }
}

function optional(check: Check): Check {
  return (value) => (value === undefined ? null : check(value))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
