import Ajv from "ajv"
import addFormats from "ajv-formats"
import { expect, test } from "vitest"
import { buildPrintJob, type PrintRequest, seedTemplate } from "../../../protocol/print/build-print-job.ts"
import { dayCloseData } from "../../../protocol/print/document-data.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import { PrintJob } from "../../../protocol/shapes/print-job.ts"

const REQUEST: PrintRequest = {
  jobId: "0190a000-0000-7000-8000-000000000001",
  template: seedTemplate(seeds.day_close),
  subject: { kind: "storeDay", countryCode: "EC", storeId: "s1", businessDayDate: "2026-11-21" },
  data: samples.day_close,
  manner: { locale: "es-EC", currencyCode: "USD", timeZone: "America/Guayaquil" },
  printer: { width: 42 },
  freshness: { fiscal: "none", isCancelled: false, asOf: "2026-11-22T04:12:00Z" },
}

test.each(["day_close", "receipt", "shift_slip", "test_page"] as const)(
  "%s is a print.v1 job as the contract has it",
  (document) => {
    const job = buildPrintJob({ ...REQUEST, template: seedTemplate(seeds[document]), data: samples[document] })
    const ajv = new Ajv({ strict: false })
    addFormats(ajv)
    const validate = ajv.compile(PrintJob)
    expect(validate(job), JSON.stringify(validate.errors)).toBe(true)
    expect(job).toMatchObject({
      contract: "print.v1",
      document,
      template: {
        source: "seed",
        templateId: null,
        version: seeds[document].version,
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      paper: { width: 42, charset: "windows-1252", copies: 1 },
      warnings: [],
    })
    expect(job.paper.lines.at(-1)).toEqual({ t: "cut" })
  },
)

test("the fingerprint changes only with the report", () => {
  const first = buildPrintJob(REQUEST)
  const narrow = buildPrintJob({ ...REQUEST, jobId: "other", printer: { width: 32, copies: 3 } })
  const [figures] = samples.day_close.figures
  const late = buildPrintJob({ ...REQUEST, data: { ...samples.day_close, figures: [{ ...figures, tips: 1 }] } })
  expect(narrow.freshness.fingerprint).toBe(first.freshness.fingerprint)
  expect(late.freshness.fingerprint).not.toBe(first.freshness.fingerprint)
})

test("the template's hash does not depend on the order of its fields", () => {
  const { blocks, labels, version, document } = seeds.day_close
  const respelled = buildPrintJob({ ...REQUEST, template: seedTemplate({ blocks, labels, version, document }) })
  const edited = buildPrintJob({ ...REQUEST, template: seedTemplate({ ...seeds.day_close, blocks: blocks.slice(1) }) })
  expect(respelled.template.contentHash).toBe(buildPrintJob(REQUEST).template.contentHash)
  expect(edited.template.contentHash).not.toBe(respelled.template.contentHash)
})

test("a name outside windows-1252 makes the charset utf-8", () => {
  const data = { ...samples.day_close, store: { ...samples.day_close.store, name: "Kraków Łódź" } }
  expect(buildPrintJob({ ...REQUEST, data }).paper.charset).toBe("utf-8")
})

test("cash closes in major units are printed to the cent", () => {
  const close = {
    currency: "USD",
    operatorUid: "ana",
    systemCash: 312.05,
    declaredCash: 311.95,
    discrepancy: -0.1,
    discrepancyType: "SHORTAGE",
    openingBalance: 100.1,
    withdrawalsTotal: 0.29,
    shiftStart: null,
    shiftEnd: null,
    details: { post_close: false },
  }
  const day = {
    storeId: "s1",
    businessDayDate: "2026-11-21",
    status: "closed",
    openedAt: null,
    closedAt: null,
    figures: [],
  }
  const data = dayCloseData(samples.day_close.store, { day: day as never, closes: [close as never] })
  expect(data.cash[0]).toMatchObject({
    operatorName: "ana",
    expected: 3_120_500,
    declared: 3_119_500,
    discrepancy: -1000,
    openingBalance: 1_001_000,
    withdrawals: 2900,
  })
  expect(buildPrintJob({ ...REQUEST, data }).paper.plainText).toContain("Sin movimientos")
})
