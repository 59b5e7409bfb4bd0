/** `brasa printer preview` and `brasa printer pictures`: draw documents from the bytes that a printer would receive. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { buildPrintJob } from "../../../protocol/print/build-print-job.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import type { Template } from "../../../protocol/print/template.ts"
import { templateFaults } from "../../../protocol/print/template-faults.ts"
import {
  PAPER_DOCUMENTS,
  type PaperDocument,
  type PaperWidth,
  type PrintJob,
} from "../../../protocol/shapes/print-job.ts"
import { isTimeZone } from "../../../protocol/time.ts"
import { BadFlags, type Command, type FlagTable, helpOf, readFlags, reading } from "../../../runtime/flags.ts"
import { makeDirectory } from "../../../runtime/make-directory.ts"
import { drawPng, previewDocument, runPrinterCommand } from "../../emulator/index.ts"
import { findProfile, PROFILES } from "../index.ts"

const WIDTHS = ["32", "42", "48"] as const
const NO_ID = "00000000-0000-4000-8000-000000000000"

const FLAGS = {
  data: {
    value: "FILE",
    about: "What it is filled with, as JSON (default: the paper's own sample).",
    read: reading.text(null),
  },
  width: { value: "N", about: "Columns: 32, 42 or 48 (default 42).", read: reading.oneOf(WIDTHS, "42") },
  out: {
    value: "PNG",
    about: "Where the picture goes (default: the paper is shown as text).",
    read: reading.text(null),
  },
  locale: { value: "es-EC", about: "Language and country (default es-EC).", read: reading.text("es-EC") },
  currency: { value: "USD", about: "Of the amounts that name none (default USD).", read: reading.text("USD") },
  "time-zone": {
    value: "ZONE",
    about: "The store's clock (default America/Guayaquil).",
    read: readTimeZone,
  },
  profile: {
    value: "NAME",
    about: "The printer (default generic-80).",
    read: reading.oneOf(
      PROFILES.map((profile) => profile.id),
      "generic-80",
    ),
  },
} as const satisfies FlagTable

const PREVIEW = {
  usage: "brasa printer preview TEMPLATE [--data SAMPLE] [--width N] [--out PNG]",
  about: `Shows a paper before a printer does. TEMPLATE is a file, or the seed of ${PAPER_DOCUMENTS.join(", ")}.`,
  flags: FLAGS,
  words: 1,
} satisfies Command<typeof FLAGS>

const PICTURES = {
  usage: "brasa printer pictures DIR",
  about: "Puts a picture of every paper at 32, 42 and 48 columns into DIR, made of the seeds and their samples.",
  flags: {},
  words: 1,
} satisfies Command<FlagTable>

interface PreviewInput {
  readonly template: Template
  readonly data: object
  readonly width: PaperWidth
  readonly locale: string
  readonly currencyCode: string
  readonly timeZone: string
  readonly profile: string
}

/** `brasa printer`: `preview` and `pictures`; any other command goes to the emulator. Returns the exit code. */
export async function runPrinterCommands(argv: readonly string[]): Promise<number> {
  const [verb, ...rest] = argv
  if (verb === "preview") return runPreviewCommand(rest)
  if (verb === "pictures") return runPicturesCommand(rest)
  return runPrinterCommand(argv)
}

/** Returns the exit code. */
async function runPreviewCommand(argv: readonly string[]): Promise<number> {
  const { settings, words, help } = readFlags(PREVIEW, argv, {})
  if (help) return write(helpOf(PREVIEW))
  if (words[0] === undefined) throw new BadFlags(["TEMPLATE is missing; see --help"])
  const template = readTemplate(words[0])
  const { locale, currency: currencyCode, "time-zone": timeZone, profile, out } = settings
  const data = settings.data === null ? samples[template.document] : readJson(settings.data)
  const width = Number(settings.width) as PaperWidth
  const job = jobOf({ template, data: data as object, width, locale, currencyCode, timeZone, profile })
  if (job.warnings.length > 0) throw new BadFlags([`${words[0]}: does not fit its data`])
  if (out === null) return write(job.paper.plainText)
  writeFileSync(out, await pngOf(job, profile))
  return write(`${out}\n`)
}

/** Returns the exit code. */
async function runPicturesCommand(argv: readonly string[]): Promise<number> {
  const { words, help } = readFlags(PICTURES, argv, {})
  if (help) return write(helpOf(PICTURES))
  const [folder] = words
  if (folder === undefined) throw new BadFlags(["DIR is missing; see --help"])
  makeDirectory(folder)
  for (const document of PAPER_DOCUMENTS) {
    for (const width of WIDTHS) write(`${await drawSeed(folder, document, Number(width) as PaperWidth)}\n`)
  }
  return 0
}

async function drawSeed(folder: string, document: PaperDocument, width: PaperWidth): Promise<string> {
  const format = { locale: "es-EC", currencyCode: "USD", timeZone: "America/Guayaquil", profile: "generic-80" }
  const job = jobOf({ template: seeds[document], data: samples[document], width, ...format })
  const file = join(folder, `paper-${document.replaceAll("_", "-")}-${width}.png`)
  writeFileSync(file, await pngOf(job, format.profile))
  return file
}

function jobOf({ template, data, width, profile: _, ...format }: PreviewInput): PrintJob {
  return buildPrintJob({
    jobId: NO_ID,
    template: { source: "account", templateId: null, body: template, warnings: [] },
    subject: { kind: "printer", countryCode: null, storeId: NO_ID, printerId: "preview" },
    data,
    manner: format,
    printer: { width },
    freshness: { fiscal: "none", isCancelled: false, asOf: null },
  })
}

async function pngOf(job: PrintJob, profileId: string): Promise<Uint8Array> {
  const profile = findProfile(profileId)
  const preview = previewDocument(job, profile && { profile })
  if ("reason" in preview) throw new BadFlags([preview.reason])
  return drawPng(preview.svg)
}

function readTemplate(word: string): Template {
  const seed = PAPER_DOCUMENTS.find((document) => document === word.replaceAll("-", "_"))
  if (seed !== undefined) return seeds[seed]
  const body = readJson(word)
  const faults = templateFaults(body)
  if (faults.length > 0) throw new BadFlags(faults.map((line) => `${word}: ${line}`))
  return body as Template
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch (error) {
    throw new BadFlags([`${file}: ${(error as Error).message}`])
  }
}

function readTimeZone([text = "America/Guayaquil"]: readonly string[]): string {
  if (!isTimeZone(text)) throw new Error(`"${text}" is not a known time zone`)
  return text
}

function write(text: string): number {
  process.stdout.write(text)
  return 0
}
