/** Serves built pages: each address its page, what they load by its hash for ever, all of it as small as the browser takes it. */
import { existsSync } from "node:fs"
import { extname, join } from "node:path"
import express, { type Express, type NextFunction, type Request, type Response } from "express"
import { serveGet } from "./serve-http.ts"

/** Written beside each file by the build, smallest first. */
const ENCODINGS = { br: ".br", gzip: ".gz" } as const

export interface Pages {
  /** Where the built pages lie. */
  readonly dir: string
  /** The address of each screen, and the page that shows it. */
  readonly pages: Readonly<Record<string, string>>
  /** The address of what they load, where that is not `/assets`. */
  readonly assetsAt?: string
  /** The address and file of the script that lets browsers load the pages while the machine is away. */
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

/** Without a date: the files of a version that an update went back to are older than what the browser has, and would count as unchanged. */
function sendFresh(response: Response, file: string): void {
  response.set("Cache-Control", "no-cache").sendFile(file, { lastModified: false })
}

/** Points the request at the compressed file where there is one and the browser takes it; a browser takes `br` over HTTPS alone. */
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

/** A file right in the folder. */
function isPlain(path: string): boolean {
  return /^\/[\w.-]+\.(js|css|svg)$/.test(path)
}
