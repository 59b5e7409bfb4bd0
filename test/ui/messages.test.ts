import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { EndpointTable } from "../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { FAMILIES } from "../../protocol/http/families.ts"
import { productRoot } from "../../runtime/root.ts"
import { COMMON } from "../../ui/messages/index.ts"
import { type Catalogue, LANGUAGES, pickLanguage, translate } from "../../ui/translate.ts"

/** A page's sources and its messages besides the shared ones. */
interface Page {
  readonly name: string
  readonly catalogue: Catalogue
  readonly text: string
}

const SHARED: Page = { name: "ui", catalogue: COMMON, text: readText("ui") }
const pages: readonly Page[] = await Promise.all(["appliance/ui", "hub/ui"].flatMap(pagesIn).map(readPage))
const all = [SHARED, ...pages]

function pagesIn(folder: string): string[] {
  if (!existsSync(join(productRoot(), folder))) return []
  const found = readdirSync(join(productRoot(), folder)).map((name) => `${folder}/${name}`)
  return found.filter((page) => existsSync(join(productRoot(), page, "messages/index.ts")))
}

async function readPage(name: string): Promise<Page> {
  const { MESSAGES } = (await import(join(productRoot(), name, "messages/index.ts"))) as { MESSAGES: Catalogue }
  return { name, catalogue: MESSAGES, text: readText(name) }
}

/** The sources of a folder without its messages. */
function readText(folder: string): string {
  const root = join(productRoot(), folder)
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file))
  const sources = files.filter((file) => !file.includes("messages"))
  return sources.map((file) => readFileSync(join(root, file), "utf8")).join("\n")
}

/** Finds keys in the sources, as plain strings or as templates such as `reason.${reason}`. */
function saidIn(text: string): (key: string) => boolean {
  const plain = new Set([...text.matchAll(/"([a-zA-Z]+(?:\.\w+)+)"/g)].map(([, key]) => key))
  const templates = [...text.matchAll(/`([a-zA-Z]+\.(?:\w+\.)*)\$\{[^}]*\}(\w*)`/g)]
  const spoken = (key: string) =>
    templates.some(([, begin = "", end = ""]) => key.startsWith(begin) && key.endsWith(end))
  return (key) => plain.has(key) || spoken(key)
}

const holes = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort()

describe.each(all)("the messages of $name", ({ name, catalogue, text }) => {
  const messages = Object.entries(catalogue)

  it.each(LANGUAGES)("are complete in %s", (language) => {
    expect(messages.filter(([, message]) => message[language].trim() === "")).toEqual([])
  })

  it("have the same placeholders in every language", () => {
    const odd = messages.filter(([, message]) => {
      const [first, ...others] = LANGUAGES.map((language) => holes(message[language]).join())
      return others.some((other) => other !== first)
    })
    expect(odd).toEqual([])
  })

  it("have none that is never used", () => {
    const said = saidIn(name === "ui" ? all.map((page) => page.text).join("\n") : `${text}\n${SHARED.text}`)
    expect(messages.map(([key]) => key).filter((key) => !said(key))).toEqual([])
  })

  it("repeat no key that all pages share", () => {
    const twice = name === "ui" ? [] : messages.filter(([key]) => Object.hasOwn(COMMON, key))
    expect(twice.map(([key]) => key)).toEqual([])
  })

  it("have words for every refusal that the page may get", () => {
    const neverHere = ["PAYLOAD_TOO_LARGE", "STORE_UNREACHABLE"]
    const table: EndpointTable = name.startsWith("hub/") ? ADMIN_ENDPOINTS : BOX_ENDPOINTS
    const asked = Object.entries(table).filter(([endpoint]) => text.includes(`(${endpoint},`))
    const codes = asked.flatMap(([, { family, refusals }]) => [...refusals, ...FAMILIES[family].refusals])
    const met = [...new Set<string>(codes)].filter((code) => !neverHere.includes(code))
    const known = { ...COMMON, ...catalogue }
    expect(met.filter((code) => !Object.hasOwn(known, `refusal.${code}`))).toEqual([])
  })
})

it("pages are found, with the endpoints that they call", () => {
  expect(pages.map(({ name }) => name)).toContain("appliance/ui/pos")
  expect(pages.find(({ name }) => name.endsWith("pos"))?.text).toContain("call(createOrder,")
})

describe("a message", () => {
  const between = { es: "Elija de {min} a {max}", pt: "Escolha de {min} a {max}", en: "Choose {min} to {max}" }
  const open = (n: number) => {
    const orders = "{n} {n|pedido abierto|pedidos abiertos} por {total}"
    return translate({ es: orders, pt: orders, en: orders }, "es", { n, total: "$4,50" })
  }

  it("fills in its values", () => {
    expect(translate(between, "en", { min: 1, max: 3 })).toBe("Choose 1 to 3")
    expect(translate(between, "pt", { min: 1, max: 3 })).toBe("Escolha de 1 a 3")
  })

  it("has singular and plural", () => {
    expect(open(1)).toBe("1 pedido abierto por $4,50")
    expect(open(2)).toBe("2 pedidos abiertos por $4,50")
  })

  it("shows a placeholder without a value", () => {
    expect(translate(between, "en", { min: 1 })).toBe("Choose 1 to {max}")
  })
})

it.each([
  [["pt-BR", "en"], "pt"],
  [["fr", "en-GB", "es"], "en"],
  [["fr", "de"], "es"],
  [[], "es"],
] as const)("a browser with %j gets %s", (wanted, language) => expect(pickLanguage(wanted)).toBe(language))
