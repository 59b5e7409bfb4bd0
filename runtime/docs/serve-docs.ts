/** A machine's documentation, read and made when somebody asks for it first: a start has better things to do. */
import { type Express, Router } from "express"
import type { OpenApiOptions } from "../../protocol/http/openapi.ts"

export interface Documented extends Omit<OpenApiOptions, "webhooks"> {
  /** What this machine sends, by the name of the event. */
  readonly webhooks?: () => OpenApiOptions["webhooks"]
  /** A key that anyone may know, which "try it" sends; left out where there is none. */
  readonly sandboxKey?: string | undefined
}

/** All that `serve-reference.ts` answers. */
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
  const [{ serveReference }, { docsPages }, { openApiOf }] = await Promise.all([
    import("./serve-reference.ts"),
    import("./docs-pages.ts"),
    import("../../protocol/http/openapi.ts"),
  ])
  const document = openApiOf({ ...options, ...(webhooks && { webhooks: webhooks() }) })
  const router = Router()
  serveReference(router, document, { pages: docsPages(options.endpoints), sandboxKey })
  return router
}
