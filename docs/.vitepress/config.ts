/** How the documentation becomes a site: `npm run build` writes it into dist/docs, from what bin/stage-docs.ts collected. A dead link fails the build. */
import { createHash } from "node:crypto"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitepress"
import { anchorOf } from "./anchor.ts"

const DIST = fileURLToPath(new URL("../../dist/", import.meta.url))
const DOCS = fileURLToPath(new URL("../", import.meta.url))
/** What somebody new reads first; the others follow by their names. */
const FIRST = [
  "quickstart",
  "sandbox",
  "orders",
  "reading-orders",
  "corrections",
  "cancellation",
  "install",
  "first-boot",
]
const LAST = ["legacy", "versions"]
/** Scripts that VitePress writes into its pages, by the names of the files that they become: the machines forbid scripts in a page. */
const scripts = new Map<string, string>()

export default defineConfig({
  title: "Brasa",
  lang: "en",
  base: "/docs/",
  srcDir: join(DIST, "docs-sources"),
  outDir: join(DIST, "docs"),
  cacheDir: join(DIST, "docs-cache"),
  cleanUrls: true,
  metaChunk: true,
  head: [["link", { rel: "icon", href: "data:," }]],
  ignoreDeadLinks: [/^\/docs\/reference/],
  markdown: { anchor: { slugify: anchorOf }, attrs: { disable: true } },
  themeConfig: {
    search: {
      provider: "local",
      options: { miniSearch: { searchOptions: { combineWith: "AND", fuzzy: false, prefix: true } } },
    },
    nav: [
      { text: "Integrators", link: "/integrators" },
      { text: "Operators", link: "/operators" },
      { text: "Contract", link: "/contract" },
      { text: "Reference", link: "/reference", target: "_self" },
    ],
    sidebar: [
      { text: "Integrators", link: "/integrators", items: pagesOf("integrators", "") },
      {
        text: "Lists",
        items: [
          { text: "Errors", link: "/errors" },
          { text: "Operations", link: "/operations" },
          { text: "Reference, and try it", link: "/reference", target: "_self" },
        ],
      },
      { text: "Operators", link: "/operators", items: pagesOf("operators", "/operators"), collapsed: true },
      { text: "Contract", link: "/contract", items: pagesOf("contract", "/contract"), collapsed: true },
    ],
  },
  transformHtml: (page) =>
    page.replaceAll(/<script((?:(?!\ssrc=)[^>])*)>([\s\S]*?)<\/script>/g, (_, attributes: string, code: string) => {
      const name = `${createHash("sha256").update(code).digest("hex").slice(0, 12)}.js`
      scripts.set(name, code)
      return `<script${attributes} src="/docs/assets/${name}"></script>`
    }),
  buildEnd: () => {
    mkdirSync(join(DIST, "docs", "assets"), { recursive: true })
    for (const [name, code] of scripts) writeFileSync(join(DIST, "docs", "assets", name), code)
  },
})

/** The pages of a folder of docs/, which stand below `at` on the site. */
function pagesOf(folder: string, at: string): { text: string; link: string }[] {
  return readdirSync(join(DOCS, folder))
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => file.replace(/\.md$/, ""))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.localeCompare(b))
    .map((name) => {
      const [, text = name] = /^# (.+)$/m.exec(readFileSync(join(DOCS, folder, `${name}.md`), "utf8")) ?? []
      return { text, link: `${at}/${name}` }
    })
}

function rankOf(name: string): number {
  if (FIRST.includes(name)) return FIRST.indexOf(name) - FIRST.length
  return LAST.includes(name) ? 1 : 0
}
