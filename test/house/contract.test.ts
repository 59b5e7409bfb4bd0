/** References to the contract lead to a rule that is there (docs/contract/README.md). */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { anchorOf } from "../../docs/.vitepress/anchor.ts"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { listFiles, ROOT } from "./sources.ts"

const texts = listFiles()
  .filter((path) => /\.(tsx?|mjs|md)$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }))
const pages = new Map(
  texts
    .filter(({ path }) => path.startsWith("docs/contract/"))
    .map(({ path, text }) => [path, [...text.matchAll(/^#{2,3} (.+)$/gm)].map(([, title = ""]) => anchorOf(title))]),
)

describe("the contract", () => {
  it("has an anchor for each reference to it", () => {
    const lost = texts.flatMap(({ path, text }) =>
      [...text.matchAll(/docs\/contract\/([\w-]+)(?:\.md)?#([\w-]+)/g)]
        .filter(([, page, anchor = ""]) => !pages.get(`docs/contract/${page}.md`)?.includes(anchor))
        .map(([reference]) => `${path}: ${reference}`),
    )
    expect(lost).toEqual([])
  })

  it("has the rule that each endpoint names", () => {
    const lost = [...new Set([...Object.values(HUB_ENDPOINTS), ...Object.values(BOX_ENDPOINTS)])].filter(
      ({ section }) => {
        const [page = "", anchor = ""] = section.split("#")
        return !pages.get(`docs/contract/${page}`)?.includes(anchor)
      },
    )
    expect(lost.map(({ name, section }) => `${name}: ${section}`)).toEqual([])
  })

  it("names each rule once on its page", () => {
    const twice = [...pages].filter(([, anchors]) => new Set(anchors).size < anchors.length)
    expect(twice).toEqual([])
  })

  it("is the only specification that code, tests and docs refer to", () => {
    const outside = /\b[Dd]ocuments? [12]\b(?! ?[|,] ?\d)|\bdecisions,? §|\bdesign of (sync|screens)\b/
    const papers = texts.filter(({ path, text }) => path !== "test/house/contract.test.ts" && outside.test(text))
    expect(papers.map(({ path }) => path)).toEqual([])
  })
})
