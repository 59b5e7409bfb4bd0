/** What a template is: labels in each language and blocks with `{path|filter}` in them. Data that an operator may edit. */
import type { Guard, PaperDocument, TextSize } from "../shapes/print-job.ts"
import type { Align } from "./fit.ts"

export type Language = "es" | "pt" | "en"
const LANGUAGES: readonly Language[] = ["es", "pt", "en"]
const DOCUMENTS: readonly string[] = ["day_close", "receipt", "shift_slip", "test_page"]
const NESTING_MAX = 5

/** Every block may be conditional: `when` a path has something in it, `unless` it has. */
interface Conditional {
  readonly when?: string
  readonly unless?: string
}

export interface TextBlock extends Conditional {
  readonly t: "text"
  readonly s: string
  readonly bold?: boolean
  readonly align?: Align
  readonly size?: TextSize
  readonly guard?: Guard
}

/** A key and its value at the far side; the key's column is the job's `keyWidth`, where the caller gave one. */
export interface PairBlock extends Conditional {
  readonly t: "pair"
  readonly key: string
  readonly value: string
  readonly bold?: boolean
  readonly guard?: Guard
}

export interface CellBlock {
  readonly s: string
  /** In columns; a cell without one shares what is left. */
  readonly width?: number
  readonly align?: Align
  readonly guard?: Guard
}

export interface ColumnsBlock extends Conditional {
  readonly t: "columns"
  readonly cells: readonly CellBlock[]
  readonly bold?: boolean
}

export interface RuleBlock extends Conditional {
  readonly t: "rule"
  readonly ch?: string
}

export interface FeedBlock extends Conditional {
  readonly t: "feed"
  readonly n?: number
}

export interface QrBlock extends Conditional {
  readonly t: "qr"
  readonly data: string
  readonly size?: number
  readonly guard?: Guard
}

export interface BarcodeBlock extends Conditional {
  readonly t: "barcode"
  readonly data: string
  readonly symbology?: "code128" | "ean13" | "itf"
  readonly height?: number
}

export interface ImageBlock extends Conditional {
  readonly t: "image"
  readonly width: number
  readonly height: number
  readonly bits: string
}

/** Repeats its blocks for each member of a list, which they see under the name `as`. */
export interface EachBlock extends Conditional {
  readonly t: "each"
  readonly of: string
  readonly as: string
  readonly blocks: readonly Block[]
}

export interface CutBlock extends Conditional {
  readonly t: "cut"
}

export type Block =
  | TextBlock
  | PairBlock
  | ColumnsBlock
  | RuleBlock
  | FeedBlock
  | QrBlock
  | BarcodeBlock
  | ImageBlock
  | EachBlock
  | CutBlock

export interface Template {
  readonly document: PaperDocument
  readonly version: number
  readonly labels: Readonly<Record<Language, Readonly<Record<string, string>>>>
  readonly blocks: readonly Block[]
}

/** What each block must have, by the type of the field. */
const REQUIRED: Readonly<Record<Block["t"], Readonly<Record<string, "string" | "number" | "object">>>> = {
  text: { s: "string" },
  pair: { key: "string", value: "string" },
  columns: { cells: "object" },
  rule: {},
  feed: {},
  qr: { data: "string" },
  barcode: { data: "string" },
  image: { width: "number", height: "number", bits: "string" },
  each: { of: "string", as: "string", blocks: "object" },
  cut: {},
}

/** Reads a template that came from outside: every fault with the path where it stands, or none. */
export function templateFaults(value: unknown): string[] {
  if (!isObject(value)) return ["a template is an object"]
  const faults: string[] = []
  if (typeof value.document !== "string" || !DOCUMENTS.includes(value.document)) faults.push("document: unknown")
  if (!Number.isInteger(value.version)) faults.push("version: must be a whole number")
  for (const language of LANGUAGES) {
    if (!isObject(value.labels) || !isObject(value.labels[language])) faults.push(`labels.${language}: missing`)
  }
  return [...faults, ...blockFaults(value.blocks, "blocks", 0)]
}

function blockFaults(blocks: unknown, path: string, depth: number): string[] {
  if (!Array.isArray(blocks)) return [`${path}: must be a list`]
  if (depth > NESTING_MAX) return [`${path}: nested too deep`]
  return blocks.flatMap((block: unknown, i) => {
    const at = `${path}[${i}]`
    if (!isObject(block) || typeof block.t !== "string" || !(block.t in REQUIRED)) return [`${at}.t: unknown block`]
    const missing = Object.entries(REQUIRED[block.t as Block["t"]])
      .filter(([field, type]) => typeof block[field] !== type)
      .map(([field]) => `${at}.${field}: missing`)
    if (block.t === "each") missing.push(...blockFaults(block.blocks, `${at}.blocks`, depth + 1))
    if (block.t === "columns" && !isCells(block.cells)) missing.push(`${at}.cells: each needs s`)
    return missing
  })
}

function isCells(value: unknown): boolean {
  return Array.isArray(value) && value.every((cell: unknown) => isObject(cell) && typeof cell.s === "string")
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
