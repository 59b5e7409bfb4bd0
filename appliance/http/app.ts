/** The box's HTTP server on the LAN: the shared contract, the register's endpoints, the store's pages. */
import { existsSync } from "node:fs"
import type { RequestListener } from "node:http"
import { join } from "node:path"
import express, { type Express } from "express"
import type { Routes } from "../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { openApiOf } from "../../protocol/http/openapi.ts"
import { createAnswerOnce } from "../../protocol/runtime/idempotency.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { Log } from "../../protocol/runtime/log.ts"
import type { RateLimiter } from "../../protocol/runtime/rate-limit.ts"
import { createApp, serveEndpoints, serveNothingElse } from "../../protocol/runtime/serve-http.ts"
import { serveReference } from "../../protocol/runtime/serve-reference.ts"
import type { Validator } from "../../protocol/runtime/validate.ts"
import { authenticate } from "../devices/index.ts"
import type { BoxStore } from "../storage/index.ts"
import { createIdempotencyStore } from "./keys-store.ts"

/** The address of each screen, and the page that shows it. */
const PAGES = {
  "/pos": "pos",
  "/kiosk": "kiosk",
  "/kds": "kds",
  "/kds/expo": "kds",
  "/kds/board": "kds",
  "/manage": "manage",
} as const

export interface AppParts {
  readonly store: BoxStore
  readonly routes: Routes<typeof BOX_ENDPOINTS>
  readonly validator: Validator
  readonly rateLimiter: RateLimiter
  readonly ids: Ids
  readonly log: Log
  readonly version: string
  /** Where the built pages lie. */
  readonly pagesDir: string
  readonly checkReplies: boolean
}

export function createBoxApp(parts: AppParts): RequestListener {
  const app = createApp()
  app.get("/healthz", (_request, response) => {
    response.json({ status: "ok" })
  })
  servePages(app, parts.pagesDir)
  serveReference(
    app,
    openApiOf({ title: "Brasa, the box in the store", version: parts.version, endpoints: BOX_ENDPOINTS }),
  )
  const answer = serveEndpoints({
    ...parts,
    app,
    endpoints: BOX_ENDPOINTS,
    answerOnce: createAnswerOnce({ ...parts, store: createIdempotencyStore(parts.store) }),
    authenticate: (key) => parts.store.read((tx) => authenticate(tx, key)),
  })
  serveNothingElse(app, parts.log)
  return answer
}

function servePages(app: Express, dir: string): void {
  app.get("/", (_request, response) => response.redirect("/pos"))
  for (const [address, page] of Object.entries(PAGES)) {
    const file = join(dir, page, "index.html")
    app.get(address, (_request, response) => {
      if (existsSync(file)) response.set("Cache-Control", "no-cache").sendFile(file)
      else response.status(503).type("text").send("The pages are not built yet: run npm run build.")
    })
  }
  app.use("/assets", express.static(join(dir, "assets"), { immutable: true, maxAge: "365d" }))
}
