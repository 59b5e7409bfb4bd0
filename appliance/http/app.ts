/** The box's HTTP server on the LAN: the shared contract, the register's endpoints, the store's pages. */
import type { RequestListener } from "node:http"
import type { Routes } from "../../protocol/http/endpoint.ts"
import { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { CHANGES_HEADER, type Changes, REPLACED_HEADER, writeChanges } from "../../protocol/mqtt/lan-changes.ts"
import { serveDocs } from "../../runtime/docs/serve-docs.ts"
import type { Guard } from "../../runtime/http/answer-endpoint.ts"
import { createAnswerOnce } from "../../runtime/http/idempotency.ts"
import { guardPages } from "../../runtime/http/page-headers.ts"
import type { RateLimiter } from "../../runtime/http/rate-limit.ts"
import {
  type Checks,
  createApp,
  serveEndpoints,
  serveGet,
  serveNotFound,
  serveReadiness,
} from "../../runtime/http/serve-http.ts"
import { servePages } from "../../runtime/http/serve-pages.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { Validator } from "../../runtime/validate.ts"
import { authenticate } from "../devices/index.ts"
import type { BoxStore } from "../storage/index.ts"
import { createIdempotencyStore } from "./idempotency-store.ts"

/** The address of each screen, and the page that shows it. */
const PAGES = {
  "/pos": "pos",
  "/kiosk": "kiosk",
  "/kds": "kds",
  "/kds/expo": "kds",
  "/kds/board": "kds",
  "/manage": "manage",
  "/setup": "setup",
} as const

const LAN_PATHS = "/api/lan/"

export interface AppDeps {
  readonly store: BoxStore
  readonly routes: Routes<typeof BOX_ENDPOINTS>
  readonly validator: Validator
  readonly rateLimiter: RateLimiter
  readonly ids: Ids
  readonly log: Log
  readonly version: string
  /** The names by which screens reach it, beside its addresses. */
  readonly hostNames: readonly string[]
  /** The folder of the built pages. */
  readonly pagesDir: string
  /** How many changes of each kind were announced to screens. */
  readonly changes: () => Changes
  /** Without a store, the box shows only its setup. */
  readonly hasStore: () => boolean
  /** Another box has taken over the store. */
  readonly replaced?: () => boolean
  readonly checkReplies: boolean
  /** Checks the signed-in person and their role. */
  readonly guard: Guard
  readonly observe: (endpoint: string, status: number) => void
}

export function createBoxApp(deps: AppDeps): RequestListener {
  const app = createApp()
  serveGet(app, "/healthz", (_request, response) => {
    response.json({ status: "ok", version: deps.version })
  })
  serveReadiness(app, checksOf(deps), deps.log)
  serveGet(app, "/", (_request, response) => response.redirect(deps.hasStore() ? "/pos" : "/setup"))
  servePages(app, { dir: deps.pagesDir, pages: PAGES, serviceWorker: "service-worker.js" })
  serveDocs(app, { title: "Brasa, the box in the store", version: deps.version, endpoints: BOX_ENDPOINTS })
  const answer = serveEndpoints({
    ...deps,
    app,
    endpoints: BOX_ENDPOINTS,
    answerOnce: createAnswerOnce({ ...deps, store: createIdempotencyStore(deps.store) }),
    authenticate: (key) => deps.store.read((tx) => authenticate(tx, key)),
  })
  serveNotFound(app, deps.log)
  return guardPages(telling(answer, deps))
}

function checksOf({ hasStore, replaced }: AppDeps): Checks {
  return {
    database: () => typeof hasStore() === "boolean",
    store: () => hasStore() && !replaced?.(),
  }
}

/**
 * Adds to each answer the number of the last change that it includes, counted before the handler runs, so that the answer is at least as new.
 * It also tells a screen that this box was replaced.
 */
function telling(answer: RequestListener, { changes, replaced }: AppDeps): RequestListener {
  return (request, response) => {
    if (request.url?.startsWith(LAN_PATHS)) {
      response.setHeader(CHANGES_HEADER, writeChanges(changes()))
      if (replaced?.()) response.setHeader(REPLACED_HEADER, "true")
    }
    answer(request, response)
  }
}
