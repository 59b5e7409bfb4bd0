import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { MESSAGES, type MessageKey } from "../../../../appliance/ui/kit/messages/index.ts"
import { keyOf, LANGUAGES, pickLanguage, say } from "../../../../appliance/ui/kit/say.ts"
import { BOX_ENDPOINTS } from "../../../../protocol/http/endpoints.ts"
import { FAMILIES } from "../../../../protocol/http/families.ts"

const UI = fileURLToPath(new URL("../../../../appliance/ui", import.meta.url))
const keys = Object.keys(MESSAGES) as MessageKey[]
const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

/** The sources of all pages, without the catalogue. */
function readPages(): string {
  const files = readdirSync(UI, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))
  const pages = files.filter((file) => !file.includes("messages"))
  return pages.map((file) => readFileSync(join(UI, file), "utf8")).join("\n")
}

/** Keys stand in the sources as they are, or as a template whose end is a word of the data: `reason.${reason}`. */
function usedKeys() {
  const text = readPages()
  const plain = new Set([...text.matchAll(/"([a-zA-Z]+(?:\.\w+)+)"/g)].map(([, key]) => key))
  const templates = [...text.matchAll(/`([a-zA-Z]+\.(?:\w+\.)*)\$\{[^}]*\}(\w*)`/g)]
  return { plain, templates: templates.map(([, begin = "", end = ""]) => ({ begin, end })) }
}

describe("the message catalogue", () => {
  it.each(LANGUAGES)("is complete in %s", (language) => {
    expect(keys.filter((key) => MESSAGES[key][language].trim() === "")).toEqual([])
  })

  it("has the same holes in every language", () => {
    const odd = keys.filter((key) => {
      const [first, ...others] = LANGUAGES.map((language) => holes(MESSAGES[key][language]).join())
      return others.some((other) => other !== first)
    })
    expect(odd).toEqual([])
  })

  it("holds nothing that no page says", () => {
    const { plain, templates } = usedKeys()
    const said = (key: string) =>
      plain.has(key) || templates.some(({ begin, end }) => key.startsWith(begin) && key.endsWith(end))
    expect(keys.filter((key) => !said(key))).toEqual([])
  })

  it("has a word for every refusal that the pages may be answered with", () => {
    const neverHere = ["PAYLOAD_TOO_LARGE", "STORE_UNREACHABLE"]
    const text = readPages()
    const asked = Object.entries(BOX_ENDPOINTS).filter(([name]) => text.includes(`call(${name},`))
    expect(asked.length).toBeGreaterThan(10)
    const codes = asked.flatMap(([, { family, refusals }]) => [...refusals, ...FAMILIES[family].refusals])
    const met = [...new Set<string>(codes)].filter((code) => !neverHere.includes(code))
    expect(met.filter((code) => keyOf(`refusal.${code}`) === null)).toEqual([])
  })
})

describe("saying a message", () => {
  it("fills in its values", () => {
    expect(say("en", "line.between", { min: 1, max: 3 })).toBe("Choose 1 to 3")
    expect(say("pt", "line.between", { min: 1, max: 3 })).toBe("Escolha de 1 a 3")
  })

  it("knows one from many", () => {
    const open = (n: number) => say("es", "day.open.orders", { n, total: "$4,50" })
    expect(open(1)).toBe("1 pedido abierto por $4,50")
    expect(open(2)).toBe("2 pedidos abiertos por $4,50")
  })

  it("shows a hole that nobody filled, rather than nothing", () => {
    expect(say("en", "line.upTo")).toBe("Up to {n}")
  })
})

it.each([
  [["pt-BR", "en"], "pt"],
  [["fr", "en-GB", "es"], "en"],
  [["fr", "de"], "es"],
  [[], "es"],
] as const)("a browser that asks for %j gets %s", (wanted, language) => expect(pickLanguage(wanted)).toBe(language))
