/** Serves the documentation site that `npm run build` made. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { extname, join } from "node:path"
import { gzipSync } from "node:zlib"
import type { Router } from "express"
import { serveGet } from "../http/serve-http.ts"

/** Pages may only load from and call this machine. */
const POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const FOREVER = "max-age=31536000, immutable"
const COMPRESSIBLE = /^(html|css|js|json|svg)$/

export function serveSite(router: Router, dir: string): void {
  if (!existsSync(join(dir, "index.html"))) {
    for (const path of ["/docs", "/docs/*page"]) {
      serveGet(router, path, (_request, response) => {
        response.status(503).type("text").send("The documentation is not built yet: run npm run build.")
      })
    }
    return
  }
  // The site's links begin with /docs/. /docs/search was the address of an earlier search page.
  router.get("/docs", (request, response, next) => (request.path.endsWith("/") ? next() : response.redirect("/docs/")))
  serveGet(router, "/docs/search", (_request, response) => response.redirect("/docs/"))
  for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => extname(name) !== "")) {
    const path = `/docs/${file.replace(/\.html$/, "")}`.replace(/\/index$/, "")
    serveFile(router, path, {
      type: extname(file).slice(1),
      bytes: () => readFileSync(join(dir, file)),
      ...(file.startsWith("assets/") && { cached: FOREVER }),
    })
  }
}

interface ServedFile {
  readonly type: string
  readonly bytes: () => Buffer | string
  readonly cached?: string
}

/** Reads and compresses the file at the first request, and keeps it. */
export function serveFile(router: Router, path: string, { type, bytes, cached = "no-cache" }: ServedFile): void {
  let content: { plain: Buffer; small: Buffer | null } | null = null
  serveGet(router, path, (request, response) => {
    if (content === null) {
      const plain = Buffer.from(bytes())
      content = { plain, small: COMPRESSIBLE.test(type) ? gzipSync(plain) : null }
    }
    response.type(type).set({ "Content-Security-Policy": POLICY, "Cache-Control": cached, Vary: "Accept-Encoding" })
    if (content.small === null || !request.acceptsEncodings("gzip")) return void response.send(content.plain)
    response.set("Content-Encoding", "gzip").send(content.small)
  })
}
