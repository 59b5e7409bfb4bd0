import { expect, test } from "vitest"
import { fill } from "../../../protocol/print/fill.ts"
import { layOut } from "../../../protocol/print/lay-out.ts"
import { samples, seeds } from "../../../protocol/print/seed-templates.ts"
import type { Block } from "../../../protocol/print/template.ts"
import { templateFaults } from "../../../protocol/print/template-faults.ts"

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

test("every fault of a template is listed with its path", () => {
  const wrong = {
    document: "poem",
    version: "one",
    labels: { es: { title: 1 }, pt: {} },
    blocks: [
      { t: "text" },
      { t: "shout", s: "!" },
      { t: "each", of: "x", as: "y", blocks: [{ t: "columns", cells: [1] }] },
      { t: "feed", n: 99 },
      { t: "text", s: "x", colour: "red" },
      { t: "image", width: 8, height: 2, bits: "AA==" },
    ],
  }
  expect(templateFaults(wrong)).toEqual([
    `document: is none of ${Object.keys(seeds).join(", ")}`,
    "version: must be a whole number from 1",
    "labels.es.title: must be a text",
    "labels.en: missing",
    "blocks[0].s: must be a text",
    "blocks[1].t: is none of text, pair, columns, rule, feed, qr, barcode, image, each, cut",
    "blocks[2].blocks[0].cells: 0: a cell is an object with s",
    "blocks[3].n: must be a whole number from 1 to 20",
    "blocks[4].colour: is not known here",
    "blocks[5].bits: must be base64 of 2 bytes",
  ])
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

test("a pair has its value at the right and its key within the requested width", () => {
  const pair: Block[] = [{ t: "pair", key: "Ventas brutas del día", value: "2.468,95" }]
  expect(rows(pair, {})).toEqual(["Ventas brutas del día   2.468,95"])
  expect(rows(pair, {}, 10)).toEqual(["Ventas                  2.468,95", "brutas del", "día"])
})

test("a long text beside a key wraps, and a figure is never broken", () => {
  const guest: Block[] = [{ t: "pair", key: "Atendente", value: "{name}" }]
  const name = "Maria da Conceição Gonçalves de Albuquerque"
  expect(rows(guest, { name })).toEqual([
    "Atendente     Maria da Conceição",
    "                    Gonçalves de",
    "                     Albuquerque",
  ])
  expect(rows([{ t: "pair", key: "Protocolo", value: "{n}", guard: "fiscal" }], { n: "1".repeat(40) })).toEqual([
    `Protocolo ${"1".repeat(22)}`,
    `${" ".repeat(14)}${"1".repeat(18)}`,
  ])
  const cells = [
    { s: "{n|quantity}", width: 3 },
    { s: "{name}" },
    { s: "{n|count}", width: 9, align: "right" as const },
  ]
  expect(rows([{ t: "columns", cells }], { n: 12.345, name: "Queijo minas artesanal" })).toEqual([
    "12,345 Queijo minas       12,345",
    "       artesanal",
  ])
})

test("when, unless and each print the blocks whose condition holds", () => {
  const blocks: Block[] = [
    { t: "text", s: "none", unless: "list" },
    { t: "each", of: "list", as: "x", when: "list", blocks: [{ t: "text", s: "{x.n}" }] },
    { t: "qr", data: "{code}" },
    { t: "cut" },
  ]
  expect(rows(blocks, { list: [] })).toEqual(["none", "<cut>"])
  expect(rows(blocks, { list: [{ n: 1 }, { n: 2 }], code: "z" })).toEqual(["1", "2", "<qr>", "<cut>"])
})
