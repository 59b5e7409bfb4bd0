/** What a template is: labels in each language and blocks with `{path|filter}` in them. Data that an operator may edit. */
import type { Guard, PaperDocument, TextSize } from "../shapes/print-job.ts"
import type { Align } from "./fit.ts"

export type Language = "es" | "pt" | "en"
export const LANGUAGES: readonly Language[] = ["es", "pt", "en"]

/** Every block may be conditional: `when` a path has something in it, `unless` it has. */
interface Conditional {
  readonly when?: string
  readonly unless?: string
}

export interface TextBlock extends Conditional {
  readonly t: "text"
  readonly s: string
  /** Before the first row; where the text goes on below, it stands under itself and not under this. */
  readonly lead?: string
  readonly bold?: boolean
  readonly align?: Align
  readonly size?: TextSize
  readonly guard?: Guard
  /** This row alone in this code page. */
  readonly codePage?: string
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
  /** As of a text. */
  readonly lead?: string
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
