/** The shape of a template: labels in each language, and blocks with `{path|filter}` in their texts. Operators may edit templates. */
import type { Guard, PaperDocument, TextSize } from "../shapes/print-job.ts"
import type { Align } from "./fit.ts"

export type Language = "es" | "pt" | "en"
export const LANGUAGES: readonly Language[] = ["es", "pt", "en"]

/** `when`: printed only if the path has a value. `unless`: printed only if it has none. */
interface Conditional {
  readonly when?: string
  readonly unless?: string
}

export interface TextBlock extends Conditional {
  readonly t: "text"
  readonly s: string
  /** Stands before the first row. Where the text wraps, the other rows are indented by it. */
  readonly lead?: string
  readonly bold?: boolean
  readonly align?: Align
  readonly size?: TextSize
  readonly guard?: Guard
  /** Prints this row in this code page. */
  readonly codePage?: string
}

/** A key at the left and its value at the right. The job's `keyWidth` limits the key's column. */
export interface PairBlock extends Conditional {
  readonly t: "pair"
  readonly key: string
  readonly value: string
  readonly bold?: boolean
  readonly guard?: Guard
}

export interface CellBlock {
  readonly s: string
  /** See `TextBlock`. */
  readonly lead?: string
  /** In columns. Cells without a width share the remaining columns. */
  readonly width?: number
  readonly align?: Align
  readonly guard?: Guard
}

export interface ColumnsBlock extends Conditional {
  readonly t: "columns"
  readonly cells: readonly CellBlock[]
  readonly bold?: boolean
}

interface RuleBlock extends Conditional {
  readonly t: "rule"
  readonly ch?: string
}

interface FeedBlock extends Conditional {
  readonly t: "feed"
  readonly n?: number
}

interface QrBlock extends Conditional {
  readonly t: "qr"
  readonly data: string
  readonly size?: number
  readonly guard?: Guard
}

interface BarcodeBlock extends Conditional {
  readonly t: "barcode"
  readonly data: string
  readonly symbology?: "code128" | "ean13" | "itf"
  readonly height?: number
}

interface ImageBlock extends Conditional {
  readonly t: "image"
  readonly width: number
  readonly height: number
  readonly bits: string
}

/** Repeats its blocks for each member of a list. They read the member under the name `as`. */
interface EachBlock extends Conditional {
  readonly t: "each"
  readonly of: string
  readonly as: string
  readonly blocks: readonly Block[]
}

interface CutBlock extends Conditional {
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
