/** Checked lines → the bytes of a printer with words of its own (`classic-command-sets.ts`). */
import CodepageEncoder from "@point-of-sale/codepage-encoder"
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"
import { fixedCodePage } from "./check-characters.ts"
import type { ClassicCommandSet } from "./classic-command-sets.ts"
import type { WriteOptions } from "./encode-with-library.ts"
import type { PageName } from "./printer-profiles.ts"

const LINE_END = [0x0d, 0x0a]
const QR_SIZE = 5

export function writeClassic(lines: readonly PrintLine[], options: WriteOptions): Uint8Array {
  const { tongue } = options.profile
  if (tongue === undefined) throw new Error(`${options.profile.id} has no words of its own`)
  const bytes = [...tongue.begin, ...pageBytes(options.page, options, tongue)]
  for (const line of lines) bytes.push(...lineBytes(line, options, tongue))
  return Uint8Array.from(bytes)
}

function lineBytes(line: PrintLine, options: WriteOptions, tongue: ClassicCommandSet): readonly number[] {
  switch (line.t) {
    case "text":
      return textBytes(line, options, tongue)
    case "columns":
      return textBytes({ ...line, t: "text" }, options, tongue)
    case "rule":
      return [...letters(line.s, options.page), ...LINE_END]
    case "feed":
      return feed(line.n)
    case "qr": {
      const code = tongue.qr(Buffer.from(line.data, "utf8"), line.size ?? QR_SIZE)
      return [...tongue.align("center"), ...code, ...LINE_END, ...tongue.align("left")]
    }
    case "barcode":
      // Each of these makes has bars of its own; a number that a person can type does no harm anywhere.
      return [...tongue.align("center"), ...letters(line.data, options.page), ...LINE_END, ...tongue.align("left")]
    case "image":
      return []
    case "cut":
      return [...feed(options.profile.feedBeforeCut), ...(options.profile.cut === "none" ? [] : tongue.cut)]
  }
}

function textBytes(
  line: Extract<PrintLine, { t: "text" }>,
  options: WriteOptions,
  tongue: ClassicCommandSet,
): number[] {
  const own = fixedCodePage(line, options.profile)
  const styles = [
    ...(line.bold ? [tongue.bold] : []),
    ...(line.size === "double" || line.size === "wide" ? [tongue.wide] : []),
    ...(line.size === "double" || line.size === "tall" ? [tongue.tall] : []),
  ]
  return [
    ...(own === null ? [] : pageBytes(own, options, tongue)),
    ...styles.flatMap(([on]) => on),
    ...letters(line.s, own ?? options.page),
    ...styles.flatMap(([, off]) => off),
    ...LINE_END,
    ...(own === null ? [] : pageBytes(options.page, options, tongue)),
  ]
}

function pageBytes(page: PageName, { profile }: WriteOptions, tongue: ClassicCommandSet): readonly number[] {
  return tongue.page(profile.pageNumbers[page] ?? 0)
}

function letters(text: string, page: PageName): Uint8Array {
  return CodepageEncoder.encode(text, page)
}

function feed(rows: number): number[] {
  return Array.from({ length: rows }, () => LINE_END).flat()
}
