/** A machine's documentation, loaded when somebody first asks for it, so that a start is not slowed. */
import { join } from "node:path"
import { type Express, Router } from "express"
import type { OpenApiOptions } from "../../protocol/http/openapi.ts"
import { productRoot } from "../root.ts"

interface Documented extends Omit<OpenApiOptions, "webhooks"> {
  /** What this machine sends, by the name of the event. */
  readonly webhooks?: () => OpenApiOptions["webhooks"]
  /** A key that anyone may know, which "try it" sends; left out where there is none. */
  readonly sandboxKey?: string | undefined
}

/** All that the reference and the site answer. */
const PLACES = /^\/(openapi\.json|docs(\/.*)?)$/

export function serveDocs(app: Express, documented: Documented): void {
  let made: Promise<Router> | undefined
  app.use(async (request, response, next) => {
    if (!PLACES.test(request.path)) return next()
    made ??= makeDocs(documented)
    const docs = await made
    docs(request, response, next)
  })
}

async function makeDocs({ sandboxKey, webhooks, ...options }: Documented): Promise<Router> {
  const [{ serveReference }, { serveSite }, { openApiOf }] = await Promise.all([
    import("./serve-reference.ts"),
    import("./serve-site.ts"),
    import("../../protocol/http/openapi.ts"),
  ])
  const router = Router()
  serveReference(router, openApiOf({ ...options, ...(webhooks && { webhooks: webhooks() }) }), sandboxKey)
  serveSite(router, join(productRoot(), "dist", "docs"))
  return router
}
