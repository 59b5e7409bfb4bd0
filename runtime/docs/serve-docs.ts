/** Serves a machine's documentation. It is loaded at the first request, so that it does not slow the start. */
import { join } from "node:path"
import { type Express, Router } from "express"
import type { OpenApiOptions } from "../../protocol/http/openapi.ts"
import { productRoot } from "../root.ts"

interface DocsOptions extends Omit<OpenApiOptions, "webhooks"> {
  /** The webhooks that this machine sends, by event type. */
  readonly webhooks?: () => OpenApiOptions["webhooks"]
  /** A public demo key that "try it" sends. */
  readonly sandboxKey?: string | undefined
}

const DOCS_PATHS = /^\/(openapi\.json|docs(\/.*)?)$/

export function serveDocs(app: Express, options: DocsOptions): void {
  let router: Promise<Router> | undefined
  app.use(async (request, response, next) => {
    if (!DOCS_PATHS.test(request.path)) return next()
    router ??= createDocsRouter(options)
    const serve = await router
    serve(request, response, next)
  })
}

async function createDocsRouter({ sandboxKey, webhooks, ...options }: DocsOptions): Promise<Router> {
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
