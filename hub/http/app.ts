/** The hub's HTTP server: the public API, its reference, and what operators watch. */
import type { RequestListener } from "node:http"
import type { Express } from "express"
import { openApiWebhooks } from "../../protocol/events/openapi-webhooks.ts"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Routes } from "../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { serveDocs } from "../../runtime/docs/serve-docs.ts"
import type { AccessTokens } from "../../runtime/http/access-token.ts"
import type { Admit } from "../../runtime/http/admit-caller.ts"
import type { RecordedExchange } from "../../runtime/http/answer-endpoint.ts"
import { createAnswerOnce } from "../../runtime/http/idempotency.ts"
import { forbidCaching, guardPages } from "../../runtime/http/page-headers.ts"
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
import { answerGuest, type GuestPayments, SANDBOX_PAGES } from "../payments/providers/index.ts"
import type { HubStore } from "../storage/index.ts"
import { findTokenCaller, type Keyring } from "../tenants/index.ts"
import { createIdempotencyStore } from "./idempotency-store.ts"
import type { Metrics } from "./metrics.ts"

export interface AppDeps {
  readonly store: HubStore
  readonly routes: Routes<typeof HUB_ENDPOINTS>
  readonly adminRoutes: Routes<typeof ADMIN_ENDPOINTS>
  /** Decides who may call the dashboard's endpoints. */
  readonly admitUser: Admit
  readonly keyring: Keyring
  readonly tokens: AccessTokens
  readonly validator: Validator
  readonly rateLimiter: RateLimiter
  /** A proxy in front of the hub sends each caller's address. */
  readonly behindProxy: boolean
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  /** Stores requests for the request log. Left out when the log is off. */
  readonly keepRequest?: (exchange: RecordedExchange) => void
  /** The payment pages of the sandbox provider. */
  readonly guests: GuestPayments
  /** The directory of the built pages. */
  readonly pagesDir: string
  readonly checks: Checks
  readonly version: string
  readonly checkReplies: boolean
  /** A public key for "try it" in the API reference. */
  readonly sandboxKey?: string | undefined
}

export function createHubApp(deps: AppDeps): RequestListener {
  const app = createApp()
  app.use("/api/admin", forbidCaching)
  // A browser at the bare address is sent to the dashboard. A program gets 404, as at every unknown path.
  app.get("/", (request, response, next) =>
    request.accepts(["json", "html"]) === "html" ? response.redirect("/dashboard") : next(),
  )
  servePages(app, { dir: deps.pagesDir, pages: { "/dashboard": "dashboard" }, assetsAt: "/dashboard/assets" })
  app.use(SANDBOX_PAGES, async (request, response, next) => {
    if (!(await answerGuest(deps.guests, request.url, { request, response }))) next()
  })
  serveHealth(app, deps)
  serveDocs(app, {
    title: "Brasa, the hub",
    version: deps.version,
    endpoints: HUB_ENDPOINTS,
    webhooks: openApiWebhooks,
    sandboxKey: deps.sandboxKey,
  })
  const answer = serveEndpoints({
    ...deps,
    app,
    endpoints: HUB_ENDPOINTS,
    answerOnce: createAnswerOnce({ ...deps, store: createIdempotencyStore(deps.store) }),
    authenticate: deps.keyring.find,
    authenticateToken: async (token) => deps.keyring.note(await findTokenCaller(deps.store, deps.tokens, token)),
    observe: deps.metrics.observe,
    ...(deps.keepRequest && { record: deps.keepRequest }),
  })
  serveEndpoints({
    ...deps,
    app,
    endpoints: ADMIN_ENDPOINTS,
    routes: deps.adminRoutes,
    authenticate: () => null,
    admit: deps.admitUser,
    observe: deps.metrics.observe,
  })
  serveNotFound(app, deps.log)
  return guardPages(answer)
}

function serveHealth(app: Express, { checks, metrics, log }: AppDeps): void {
  serveGet(app, "/healthz", (_request, response) => {
    response.json({ status: "ok" })
  })
  serveReadiness(app, checks, log)
  serveGet(app, "/metrics", async (_request, response) => {
    response.type(metrics.contentType).send(await metrics.text())
  })
}
