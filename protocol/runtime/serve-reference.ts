/** Serves the contract's document, its reference page and the guides beside it, with nothing fetched from elsewhere. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Express, Response } from "express"
import { DOCS_CSS, type DocsLink, type DocsPage, hrefOf, renderDocs } from "./render-docs.ts"

export interface Docs {
  /** In the order of their list; the one without a slug is the first that is seen. */
  readonly pages: readonly DocsPage[]
  /** A key that anyone may know, which "try it" sends; left out where there is none. */
  readonly sandboxKey?: string | undefined
}

const REFERENCE: DocsLink = { href: "/docs/reference", title: "Reference, and try it" }
/** A page may load what stands here, and ask this machine; nothing else. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const HOUR = "max-age=3600"

/** `/openapi.json`, `/docs` with its pages, and the reference, which is Swagger UI out of the package. */
export function serveReference(app: Express, document: object, { pages, sandboxKey }: Docs = { pages: [] }): void {
  const links = [...pages.map(({ slug, title }) => ({ href: hrefOf(slug), title })), REFERENCE]
  give(app, "/openapi.json", { type: "json", text: () => JSON.stringify(document) })
  for (const page of pages) give(app, hrefOf(page.slug), { type: "html", text: () => renderDocs(page, links) })
  if (!pages.some(({ slug }) => slug === ""))
    app.get("/docs", (_request, response) => response.redirect(REFERENCE.href))
  give(app, "/docs/docs.css", { type: "css", text: () => DOCS_CSS, cached: HOUR })
  give(app, REFERENCE.href, { type: "html", text: () => PAGE })
  give(app, "/docs/start.js", { type: "js", text: () => startOf(sandboxKey ?? null) })
  const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
  for (const [name, type] of Object.entries(ASSETS)) {
    give(app, `/docs/ui/${name}`, { type, text: () => readFileSync(join(assets, name), "utf8"), cached: HOUR })
  }
}

const ASSETS = { "swagger-ui-bundle.js": "js", "swagger-ui.css": "css" } as const

interface Given {
  readonly type: string
  readonly text: () => string
  readonly cached?: string
}

/** Made and compressed once, when somebody asks for it first. */
function give(app: Express, path: string, { type, text, cached = "no-cache" }: Given): void {
  let made: { plain: Buffer; small: Buffer } | null = null
  app.get(path, (request, response: Response) => {
    const plain = made?.plain ?? Buffer.from(text())
    made ??= { plain, small: gzipSync(plain) }
    response.type(type).set({ "Content-Security-Policy": POLICY, "Cache-Control": cached, Vary: "Accept-Encoding" })
    if (!request.acceptsEncodings("gzip")) return void response.send(made.plain)
    response.set("Content-Encoding", "gzip").send(made.small)
  })
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Brasa</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
<p style="font: 16px system-ui, sans-serif; margin: 1rem 20px 0"><a href="/docs">All of the documentation</a> · <a href="/docs/errors">Errors</a> · <a href="/openapi.json">openapi.json</a></p>
<div id="reference"></div>
<script src="/docs/ui/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`

/** With a sandbox key "try it" works at once; any other key is typed under Authorize, and forgotten with the page. */
function startOf(sandboxKey: string | null): string {
  return `const sandboxKey = ${JSON.stringify(sandboxKey)}
const reference = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: -1,
  onComplete: () => sandboxKey && reference.preauthorizeApiKey("key", sandboxKey),
})
`
}
