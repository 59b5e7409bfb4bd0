import { expect, test } from "vitest"
import { samples, seeds } from "../../../printer-templates/index.ts"
import { chooseTemplate } from "../../../protocol/print/build-print-job.ts"
import { fill } from "../../../protocol/print/fill.ts"
import { layOut } from "../../../protocol/print/lay-out.ts"
import { type Block, type Template, templateFaults } from "../../../protocol/print/template.ts"

const MANNER = { locale: "es-EC", currencyCode: "USD", timeZone: "America/Guayaquil" }
const DOCUMENTS = Object.entries(seeds)

test.each(DOCUMENTS)("the seed of %s can be read", (_, seed) => {
  expect(templateFaults(seed)).toEqual([])
})

test.each(DOCUMENTS)("%s has every label that it uses, in each language", (_, seed) => {
  const used = [...JSON.stringify(seed.blocks).matchAll(/\{label\.([\w.]+)\}/g)].map((match) => match[1] as string)
  for (const labels of Object.values(seed.labels)) {
    expect(used.filter((label) => labels[label] === undefined)).toEqual([])
    expect(Object.keys(labels)).toEqual(Object.keys(seed.labels.es))
  }
})

test.each(DOCUMENTS)("no row of %s is wider than the paper, in any language", (document, seed) => {
  for (const width of [32, 42, 48] as const) {
    for (const locale of ["es-EC", "pt-BR", "en-US"] as const) {
      const scope = { ...samples[document as keyof typeof samples], label: seed.labels[locale.slice(0, 2) as "es"] }
      const lines = layOut(seed.blocks, scope, { width, manner: { ...MANNER, locale } })
      for (const line of lines) {
        const room = "size" in line && (line.size === "double" || line.size === "wide") ? width / 2 : width
        if ("s" in line) expect([...line.s].length, `"${line.s}"`).toBeLessThanOrEqual(room)
      }
    }
  }
})

test("every fault of a template is told with its place", () => {
  const wrong = {
    document: "poem",
    version: "one",
    labels: { es: {}, pt: {} },
    blocks: [
      { t: "text" },
      { t: "shout", s: "!" },
      { t: "each", of: "x", as: "y", blocks: [{ t: "columns", cells: [1] }] },
    ],
  }
  expect(templateFaults(wrong)).toEqual([
    "document: unknown",
    "version: must be a whole number",
    "labels.en: missing",
    "blocks[0].s: missing",
    "blocks[1].t: unknown block",
    "blocks[2].blocks[0].cells: each needs s",
  ])
})

test("an edited template that cannot be read gives way to the seed, and the job says so", () => {
  const edited = { source: "account", templateId: "t1", body: { blocks: "gone" } } as const
  const chosen = chooseTemplate(edited, seeds.receipt)
  expect(chosen).toMatchObject({ source: "seed", templateId: null })
  expect(chosen.warnings).toEqual(["TEMPLATE_UNREADABLE", "TEMPLATE_FELL_BACK_TO_SEED"])
  const good: Template = { ...seeds.receipt, version: 7 }
  expect(chooseTemplate({ ...edited, body: good }, seeds.receipt)).toMatchObject({ source: "account", warnings: [] })
})

test.each([
  ["{name}", "Ana"],
  ["{gone} {name|upper}", " ANA"],
  ["{total|money} {total|money:other}", "$1,50 € 1,50".replace("€ ", "€")],
  ["{method|label:method} {unknown|label:method}", "Efectivo X9"],
  ["{name|nonsense}", "Ana"],
  ["{constructor}", ""],
])("%s prints %s", (text, expected) => {
  const scope = {
    name: "Ana",
    total: 15_000,
    other: "EUR",
    method: "CASH",
    unknown: "X9",
    label: { "method.CASH": "Efectivo" },
  }
  expect(fill(text, { scope, manner: MANNER })).toBe(expected)
})

function rows(blocks: readonly Block[], scope: object, keyWidth?: number): string[] {
  const lines = layOut(blocks, { ...scope }, { width: 32, keyWidth, manner: MANNER })
  return lines.flatMap((line) => ("s" in line ? [line.s] : [`<${line.t}>`]))
}

test("a pair keeps its value at the far side; the key's column is as wide as asked for", () => {
  const pair: Block[] = [{ t: "pair", key: "Ventas brutas del día", value: "2.468,95" }]
  expect(rows(pair, {})).toEqual(["Ventas brutas del día   2.468,95"])
  expect(rows(pair, {}, 10)).toEqual(["Ventas                  2.468,95", "brutas del", "día"])
})

test("when, unless and each", () => {
  const blocks: Block[] = [
    { t: "text", s: "none", unless: "list" },
    { t: "each", of: "list", as: "x", when: "list", blocks: [{ t: "text", s: "{x.n}" }] },
    { t: "qr", data: "{code}" },
    { t: "cut" },
  ]
  expect(rows(blocks, { list: [] })).toEqual(["none", "<cut>"])
  expect(rows(blocks, { list: [{ n: 1 }, { n: 2 }], code: "z" })).toEqual(["1", "2", "<qr>", "<cut>"])
})
