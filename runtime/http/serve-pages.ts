/** Serves the built pages and their assets, compressed if the browser accepts it. */
import { existsSync } from "node:fs"
import { extname, join } from "node:path"
import express, { type Express, type NextFunction, type Request, type Response } from "express"
import { serveGet } from "./serve-http.ts"

/** The build writes these files beside each asset; smallest first. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const

export interface Pages {
  /** Folder of the built pages. */
  readonly dir: string
  /** Page folder by address. */
  readonly pages: Readonly<Record<string, string>>
  /** Address of the assets, `/assets` by default. */
  readonly assetsAt?: string
  /** Address and file of the service worker, with which browsers load the pages while the machine is unreachable. */
  readonly serviceWorker?: string
}

export function servePages(app: Express, { dir, pages, assetsAt = "/assets", serviceWorker }: Pages): void {
  for (const [address, page] of Object.entries(pages)) {
    const file = join(dir, page, "index.html")
    serveGet(app, address, (_request, response) => {
      if (existsSync(file)) sendFresh(response, file)
      else response.status(503).type("text").send("The pages are not built yet: run npm run build.")
    })
  }
  if (serviceWorker !== undefined) {
    serveGet(app, `/${serviceWorker}`, (_request, response) => {
      sendFresh(response, join(dir, serviceWorker))
    })
  }
  const assets = join(dir, "assets")
  app.use(assetsAt, compressed(assets), express.static(assets, { immutable: true, maxAge: "365d" }))
}

/** Without `Last-Modified`: after a rolled-back update the files are older than the browser's copies, which would then count as current. */
function sendFresh(response: Response, file: string): void {
  response.set("Cache-Control", "no-cache").sendFile(file, { lastModified: false })
}

/** Rewrites the request to the compressed file if there is one that the browser accepts; browsers accept `br` only over HTTPS. */
function compressed(dir: string) {
  return (request: Request, response: Response, next: NextFunction) => {
    const type = extname(request.path)
    if (!isPlain(request.path)) return next()
    response.vary("Accept-Encoding")
    const accepted = Object.entries(ENCODINGS).find(
      ([encoding, end]) => request.acceptsEncodings(encoding) && existsSync(join(dir, request.path + end)),
    )
    if (!accepted) return next()
    const [encoding, end] = accepted
    response.type(type).set("Content-Encoding", encoding)
    request.url = request.path + end
    next()
  }
}

/** A file directly in the folder. */
function isPlain(path: string): boolean {
  return /^\/[\w.-]+\.(js|css|svg)$/.test(path)
}
