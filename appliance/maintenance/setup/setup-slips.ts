/** The two papers of a first boot, laid out without a template: there is no store yet whose template it could be. */
import { wrap } from "../../../protocol/print/fit.ts"
import { plainTextOf } from "../../../protocol/print/lay-out.ts"
import { printableText } from "../../../protocol/print/printable-text.ts"
import { type SetupLanguage, setupText } from "../../../protocol/print/setup-words.ts"
import type { PaperWidth, PrintJob, PrintLine } from "../../../protocol/shapes/print-job.ts"
import type { SetupCheck } from "../../../protocol/shapes/setup-check.ts"

interface Slip {
  readonly jobId: string
  readonly width: PaperWidth
  readonly printerId: string
  readonly language: SetupLanguage
  readonly now: string
}

export interface ShownClaim {
  readonly code: string
  readonly expiresAt: string
  /** Where the back office gives the box its store. */
  readonly url: string
  /** The box was one before, and has lost all that it knew. */
  readonly begunAnew: boolean
}

export function claimSlip(slip: Slip, { code, expiresAt, url, begunAnew }: ShownClaim): PrintJob {
  const { language, width } = slip
  return jobOf(slip, [
    ...text(setupText("slip.claim", language), width, { bold: true }),
    { t: "feed", n: 1 },
    { t: "text", s: `${code.slice(0, 4)} ${code.slice(4)}`, size: "double" },
    { t: "feed", n: 1 },
    { t: "qr", data: url, size: 6 },
    ...text(setupText(begunAnew ? "cause.STORE_ANEW" : "slip.how", language), width),
    ...text(setupText("slip.until", language, { time: `${expiresAt.slice(11, 16)} UTC` }), width),
  ])
}

interface Certified {
  /** Day and hour at the store's clock. */
  readonly at: string
  readonly storeName: string | null
  readonly lanUrl: string
  readonly version: string
  readonly checks: readonly SetupCheck[]
  /** Pairs the first manager's screen; null where one is paired. */
  readonly managerCode: string | null
}

export function certificateSlip(
  slip: Slip,
  { at, storeName, lanUrl, version, checks, managerCode }: Certified,
): PrintJob {
  const { language, width } = slip
  const say = (key: Parameters<typeof setupText>[0], facts?: Readonly<Record<string, string>>) =>
    setupText(key, language, facts)
  const named = storeName && printableText(storeName, { locale: language })
  const lines = checks.flatMap(({ check, is, cause, facts }): PrintLine[] => [
    ...text(`${say(`is.${is}`)}: ${say(`check.${check}`)}`, width, { bold: true }),
    ...text(say(`cause.${cause}`, facts), width),
  ])
  const manager: PrintLine[] =
    managerCode === null
      ? []
      : [
          { t: "rule", ch: "-", s: "-".repeat(width) },
          ...text(`${say("slip.manager")} ${lanUrl}/setup`, width),
          { t: "text", s: managerCode, size: "double" },
          { t: "qr", data: `${lanUrl}/setup#pair=${managerCode}`, size: 6 },
        ]
  return jobOf(slip, [
    ...text(say("slip.certificate"), width, { bold: true }),
    ...text([named, lanUrl, `Brasa ${version}`, at].filter((row) => row !== null).join("\n"), width),
    { t: "rule", ch: "-", s: "-".repeat(width) },
    ...lines,
    ...manager,
  ])
}

function text(words: string, width: number, style: { bold?: true } = {}): PrintLine[] {
  return words
    .split("\n")
    .flatMap((row) => wrap(row, width))
    .map((s) => ({ t: "text" as const, s, ...style }))
}

function jobOf({ jobId, width, printerId, now }: Slip, ink: readonly PrintLine[]): PrintJob {
  const lines: PrintLine[] = [...ink, { t: "feed", n: 3 }, { t: "cut" }]
  return {
    contract: "print.v1",
    jobId,
    document: "test_page",
    subject: { kind: "printer", countryCode: null, storeId: "", printerId },
    template: { source: "seed", templateId: null, version: 1, contentHash: "setup" },
    paper: { width, charset: "utf-8", copies: 1, lines, plainText: plainTextOf(lines, width) },
    freshness: { fiscal: "none", isCancelled: false, asOf: now, fingerprint: jobId },
    warnings: [],
  }
}
