/** Which template a paper is printed with, and each of the three warnings. */
import { describe, expect, it } from "vitest"
import { buildPrintJob } from "../../../protocol/print/build-print-job.ts"
import { chooseTemplate } from "../../../protocol/print/choose-template.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import type { StoredTemplate } from "../../../protocol/shapes/print-template.ts"
import { aStore } from "../../kit/orders.ts"

const store = aStore({ countryCode: "EC" })

function stored(more: Partial<StoredTemplate> = {}): StoredTemplate {
  const { version = 1, body = { ...seeds.day_close, version } } = more
  const createdAt = `2026-11-0${version}T00:00:00.000Z`
  const reach = { countryCode: null, vendorId: null }
  return { templateId: "ours", document: "day_close", createdAt, ...reach, ...more, version, body }
}

function choose(
  templates: readonly StoredTemplate[],
  query: { templateId?: string | null; templateVersion?: number } = {},
) {
  const { source, templateId, body, warnings } = chooseTemplate("day_close", templates, { store, query })
  return { chosen: `${source} ${templateId} ${body.version}`, warnings }
}

const vendors = stored({ templateId: "vendors", vendorId: store.vendorId })
const accounts = stored({ templateId: "accounts" })
const countrys = stored({ templateId: "countrys", countryCode: "EC" })

describe("without a requested template", () => {
  it.each([
    ["the seed where there is none", [], "seed null 1"],
    ["the country's before the seed", [countrys], "country countrys 1"],
    ["the account's before the country's", [countrys, accounts], "account accounts 1"],
    ["the vendor's before the account's", [countrys, accounts, vendors], "account vendors 1"],
    ["the newest version", [stored(), stored({ version: 3 }), stored({ version: 2 })], "account ours 3"],
    ["none of another country", [stored({ countryCode: "BR" })], "seed null 1"],
    ["none of another vendor", [stored({ vendorId: "other.ec.quito" })], "seed null 1"],
    ["none of another paper", [stored({ document: "receipt", body: seeds.receipt })], "seed null 1"],
  ])("%s", (_, shelf, chosen) => {
    expect(choose(shelf)).toEqual({ chosen, warnings: [] })
  })
})

describe("a reprint", () => {
  const shelf = [stored(), stored({ version: 2 }), accounts]

  it("gets the template and version that it names", () => {
    expect(choose(shelf, { templateId: "ours", templateVersion: 1 })).toEqual({
      chosen: "account ours 1",
      warnings: [],
    })
    expect(choose(shelf, { templateId: "ours" })).toEqual({ chosen: "account ours 2", warnings: [] })
  })

  it.each([{}, { templateVersion: 1 }, { templateVersion: 2 }, { templateVersion: 99 }])(
    "takes a templateId of null as one that was left out, with %j",
    (wish) => expect(choose(shelf, { ...wish, templateId: null })).toEqual(choose(shelf, wish)),
  )

  it("with a version that only one template has is not ambiguous", () => {
    expect(choose(shelf, { templateVersion: 2 })).toEqual({ chosen: "account ours 2", warnings: [] })
  })

  it("with a version that several templates have takes the most specific, with a warning", () => {
    const { warnings, chosen } = choose([countrys, vendors], { templateVersion: 1 })
    expect([chosen, warnings]).toEqual(["account vendors 1", ["TEMPLATE_VERSION_AMBIGUOUS"]])
  })

  it("with an unknown template falls back to the seed, with a warning", () => {
    const fell = ["TEMPLATE_FELL_BACK_TO_SEED"]
    expect(choose(shelf, { templateId: "gone" })).toEqual({ chosen: "seed null 1", warnings: fell })
    expect(choose(shelf, { templateId: "ours", templateVersion: 9 })).toEqual({ chosen: "seed null 1", warnings: fell })
    expect(choose(shelf, { templateVersion: 9 }).warnings).toEqual(["TEMPLATE_VERSION_AMBIGUOUS", ...fell])
  })
})

describe("a template that cannot be read", () => {
  const warnings = ["TEMPLATE_UNREADABLE", "TEMPLATE_FELL_BACK_TO_SEED"]

  it.each([
    ["is no template", { blocks: "gone" }],
    ["is for another paper", seeds.receipt],
    ["has a block of a newer program", { ...seeds.day_close, blocks: [{ t: "hologram" }] }],
  ])("%s: the seed is printed, and both warnings say why", (_, body) => {
    expect(choose([stored({ body })])).toEqual({ chosen: "seed null 1", warnings })
  })

  it("or that fails on its data falls back to the seed", () => {
    const body = { ...seeds.day_close, blocks: [{ t: "text" as const, s: "{store.name|money}" }] }
    const job = buildPrintJob({
      jobId: "0190a000-0000-7000-8000-000000000001",
      template: { source: "account", templateId: "ours", body, warnings: [] },
      subject: { kind: "storeDay", countryCode: "EC", storeId: "s1", businessDayDate: "2026-11-21" },
      data: samples.day_close,
      manner: { locale: "es-EC", currencyCode: "USD" },
      printer: { width: 32 },
      freshness: { fiscal: "none", isCancelled: false, asOf: null },
    })
    expect([job.template.source, job.warnings]).toEqual(["seed", warnings])
    expect(job.paper.plainText).toContain("CIERRE DEL DÍA")
  })
})
