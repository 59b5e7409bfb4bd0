/** Serves the contract's document and its reference page, with nothing fetched from elsewhere. */
import { createRequire } from "node:module"
import { dirname } from "node:path"
import express, { type Express } from "express"

/** `/openapi.json` and `/docs`; the reference is Swagger UI out of the package. */
export function serveReference(app: Express, document: object): void {
  const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
  app.get("/openapi.json", (_request, response) => {
    response.json(document)
  })
  app.get("/docs", (_request, response) => {
    response.type("html").send(PAGE)
  })
  app.get("/docs/start.js", (_request, response) => {
    response.type("js").send(START)
  })
  app.use("/docs/ui", express.static(assets, { index: false, maxAge: "1h" }))
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Brasa reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
<div id="reference"></div>
<script src="/docs/ui/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`

const START = `SwaggerUIBundle({ url: "/openapi.json", dom_id: "#reference", deepLinking: true, defaultModelsExpandDepth: -1 })
`
