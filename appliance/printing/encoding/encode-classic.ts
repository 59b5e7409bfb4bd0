/** Encodes checked lines for a printer with a command set of its own (`classic-command-sets.ts`). */
import CodepageEncoder from "@point-of-sale/codepage-encoder"
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"
import { fixedCodePage } from "./check-characters.ts"
import type { ClassicCommandSet } from "./classic-command-sets.ts"
import type { EncodeOptions } from "./encode-with-library.ts"
import type { PageName } from "./printer-profiles.ts"

const LINE_END = [0x0d, 0x0a]
const QR_SIZE = 5

export function encodeClassic(lines: readonly PrintLine[], options: EncodeOptions): Uint8Array {
  const { commandSet } = options.profile
  if (commandSet === undefined) throw new Error(`${options.profile.id} has no command set of its own`)
  const bytes = [...commandSet.begin, ...pageBytes(options.page, options, commandSet)]
  for (const line of lines) bytes.push(...lineBytes(line, options, commandSet))
  return Uint8Array.from(bytes)
}

function lineBytes(line: PrintLine, options: EncodeOptions, commandSet: ClassicCommandSet): readonly number[] {
  switch (line.t) {
    case "text":
      return textBytes(line, options, commandSet)
    case "columns":
      return textBytes({ ...line, t: "text" }, options, commandSet)
    case "rule":
      return [...encodeText(line.s, options.page), ...LINE_END]
    case "feed":
      return feed(line.n)
    case "qr": {
      const code = commandSet.qr(Buffer.from(line.data, "utf8"), line.size ?? QR_SIZE)
      return [...commandSet.align("center"), ...code, ...LINE_END, ...commandSet.align("left")]
    }
    case "barcode":
      // Each maker has other barcode commands. The number is printed instead, and a person can type it.
      return [
        ...commandSet.align("center"),
        ...encodeText(line.data, options.page),
        ...LINE_END,
        ...commandSet.align("left"),
      ]
    case "image":
      return []
    case "cut":
      return [...feed(options.profile.feedBeforeCut), ...(options.profile.cut === "none" ? [] : commandSet.cut)]
  }
}

function textBytes(
  line: Extract<PrintLine, { t: "text" }>,
  options: EncodeOptions,
  commandSet: ClassicCommandSet,
): number[] {
  const own = fixedCodePage(line, options.profile)
  const styles = [
    ...(line.bold ? [commandSet.bold] : []),
    ...(line.size === "double" || line.size === "wide" ? [commandSet.wide] : []),
    ...(line.size === "double" || line.size === "tall" ? [commandSet.tall] : []),
  ]
  return [
    ...(own === null ? [] : pageBytes(own, options, commandSet)),
    ...styles.flatMap(([on]) => on),
    ...encodeText(line.s, own ?? options.page),
    ...styles.flatMap(([, off]) => off),
    ...LINE_END,
    ...(own === null ? [] : pageBytes(options.page, options, commandSet)),
  ]
}

function pageBytes(page: PageName, { profile }: EncodeOptions, commandSet: ClassicCommandSet): readonly number[] {
  return commandSet.page(profile.pageNumbers[page] ?? 0)
}

function encodeText(text: string, page: PageName): Uint8Array {
  return CodepageEncoder.encode(text, page)
}

function feed(rows: number): number[] {
  return Array.from({ length: rows }, () => LINE_END).flat()
}
