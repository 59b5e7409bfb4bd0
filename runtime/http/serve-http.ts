/** Serves endpoints: plain paths directly, everything else through Express. */
import type { RequestListener, ServerResponse } from "node:http"
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express"
import type { Endpoint, EndpointTable, Routes } from "../../protocol/http/endpoint.ts"
import { familyOfPath } from "../../protocol/http/families.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { Ids } from "../ids.ts"
import type { Log } from "../log.ts"
import { type AnswerOptions, type AnyHandler, answerEndpoint, type Served, sendRefusal } from "./answer-endpoint.ts"
import { createDirectRoutes } from "./direct-routes.ts"
import { labelAnswer } from "./spend-limit.ts"

interface ServeOptions<Table extends EndpointTable> extends AnswerOptions {
  readonly app: Express
  readonly endpoints: Table
  readonly routes: Routes<Table>
  readonly ids: Ids
}

/**
 * Mounts every endpoint of the table on the app; a wrong method is then a 405 with `Allow`. The returned listener answers requests for plain
 * paths itself, because Express costs more than such a request otherwise needs, and passes all others to the app.
 */
export function serveEndpoints<Table extends EndpointTable>(options: ServeOptions<Table>): RequestListener {
  const { app, endpoints, routes } = options
  const direct = createDirectRoutes<Served>()
  for (const key of Object.keys(endpoints)) {
    const value = endpoints[key] as Endpoint
    const served = { value, handler: routes[key as keyof Table] as unknown as AnyHandler }
    app[value.method.toLowerCase() as "get"](value.path, (request, response) => {
      const { path, params, query } = request
      return answerEndpoint(options, served, { request, response, path, params, query })
    })
    direct.add(value.method, value.path, served)
  }
  for (const [path, { family, methods }] of byPath(endpoints)) {
    refuseOtherMethods(app, path, { family, methods })
  }
  return (request, response) => {
    labelAnswer(options, { request, response })
    const path = request.url ?? ""
    const found = direct.find(request.method ?? "", path)
    if (!found) return void app(request, response)
    const { served, params } = found
    answerEndpoint(options, served, { request, response, path, params, query: {} }).catch((error) => {
      if (!response.headersSent) sendServerError(error, { response, path, log: options.log })
      else request.destroy()
    })
  }
}

interface PathEndpoints {
  readonly family: Endpoint["family"]
  readonly methods: readonly string[]
}

/** Mount it after the path's handlers: any other method gets a 405. */
function refuseOtherMethods(router: Pick<Router, "route">, path: string, { family, methods }: PathEndpoints): void {
  // `route.all`, because `app.all` makes a layer for each HTTP method, which took a fifth of the start time.
  router.route(path).all((_request: Request, response: Response) => {
    response.setHeader("Allow", methods.join(", "))
    sendRefusal(response, family, refuse("METHOD_NOT_ALLOWED", `This path answers ${methods.join(", ")}.`))
  })
}

/** Serves GET on a path that is not an endpoint, such as a page. */
export function serveGet(router: Pick<Router, "route" | "get">, path: string, handler: RequestHandler): void {
  router.get(path, handler)
  refuseOtherMethods(router, path, { family: familyOfPath(path), methods: ["GET"] })
}

/** Readiness checks by name; each returns whether the part works. */
export type Checks = Readonly<Record<string, () => Promise<boolean> | boolean>>

/** Serves `/readyz`: 200 if every check passes, else 503, with the results in `checks` (docs/contract/conventions.md#paths). */
export function serveReadiness(app: Express, checks: Checks, log: Log): void {
  serveGet(app, "/readyz", async (_request, response) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await passes(check, log)] as const),
    )
    const ready = results.every(([, isOk]) => isOk)
    response
      .status(ready ? 200 : 503)
      .json({ status: ready ? "ready" : "not ready", checks: Object.fromEntries(results) })
  })
}

async function passes(check: Checks[string], log: Log): Promise<boolean> {
  try {
    return await check()
  } catch (error) {
    log.warn({ err: error }, "a readiness check failed")
    return false
  }
}

/** Answers unknown paths and errors of the app. Mount it last. */
export function serveNotFound(app: Express, log: Log): void {
  app.use((request: Request, response: Response) => {
    sendRefusal(response, familyOfPath(request.path), refuse("NOT_FOUND", `There is nothing at ${request.path}.`))
  })
  app.use((error: unknown, request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error)
    const family = familyOfPath(request.path)
    if (isBadPath(error)) return sendRefusal(response, family, refuse("VALIDATION_ERROR", "The path is not valid."))
    sendServerError(error, { response, path: request.path, log })
  })
}

interface FailedRequest {
  readonly response: ServerResponse
  readonly path: string
  readonly log: Log
}

function sendServerError(error: unknown, { response, path, log }: FailedRequest): void {
  log.error({ err: error, requestId: response.getHeader("X-Request-Id"), path }, "a request failed")
  const refusal = refuse("INTERNAL_SERVER_ERROR", "Something went wrong on our side.")
  sendRefusal(response, familyOfPath(path), refusal)
}

/** A malformed percent encoding, which Express's router throws. */
function isBadPath(error: unknown): boolean {
  return error instanceof URIError
}

export function createApp(): Express {
  const app = express()
  app.disable("x-powered-by")
  app.set("etag", false)
  app.set("query parser", "simple")
  return app
}

function byPath(endpoints: EndpointTable): Map<string, { family: Endpoint["family"]; methods: string[] }> {
  const found = new Map<string, { family: Endpoint["family"]; methods: string[] }>()
  for (const { path, method, family } of Object.values(endpoints)) {
    found.set(path, { family, methods: [...(found.get(path)?.methods ?? []), method] })
  }
  return found
}
