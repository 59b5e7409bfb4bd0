/** Serves the OpenAPI document and the API reference with "try it" (Swagger UI). Nothing is loaded from other servers. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Router } from "express"
import { serveFile } from "./serve-site.ts"

const HOUR = "max-age=3600"

/** `sandboxKey`: a public demo key with which "try it" works at once. */
export function serveReference(router: Router, document: object, sandboxKey?: string): void {
  serveFile(router, "/openapi.json", { type: "json", bytes: () => JSON.stringify(document) })
  serveFile(router, "/docs/reference", { type: "html", bytes: () => PAGE })
  serveFile(router, "/docs/reference.css", { type: "css", bytes: () => REFERENCE_CSS, cached: HOUR })
  serveFile(router, "/docs/start.js", { type: "js", bytes: () => startScript(sandboxKey ?? null) })
  const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
  for (const [name, type] of Object.entries(ASSETS)) {
    serveFile(router, `/docs/ui/${name}`, { type, bytes: () => readFileSync(join(assets, name)), cached: HOUR })
  }
}

const ASSETS = { "swagger-ui-bundle.js": "js", "swagger-ui.css": "css" } as const

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference · Brasa</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/ui/swagger-ui.css">
<link rel="stylesheet" href="/docs/reference.css">
<nav aria-label="Documentation"><a href="/docs/">All of the documentation, and search</a> · <a href="/docs/errors">Errors</a> · <a href="/openapi.json">openapi.json</a></nav>
<main id="reference"></main>
<script src="/docs/ui/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</html>
`

/** Corrects colours, sizes and overflow of Swagger UI. */
const REFERENCE_CSS = `
:root { color-scheme: light dark }
body { margin: 0 }
body > nav { font: 16px/1.6 system-ui, sans-serif; padding: 1rem 20px 0 }
body > nav a, #reference a, #reference .info .url { color: light-dark(#b03a1a, #ff9a76) }
#reference .info .title small { background: #4a5160 } #reference .info .title small.version-stamp { background: #3d6b00 }
#reference .info .title small pre { color: #fff }
#reference .opblock-description-wrapper li { font-size: 14px; line-height: 1.5 }
#reference .opblock-summary-path, #reference .response-col_description { overflow-wrap: anywhere }
#reference .response-col_links { display: none }
#reference .parameter__in { color: inherit } #reference .download-contents { background: #4a5160 }
#reference .headers td, #reference .headers th, #reference .parameter__name.required::after { color: inherit }
#reference .opblock .opblock-summary-method { background: light-dark(#2d3440, #dfe3ea); color: light-dark(#fff, #15181d); text-shadow: none }
#reference .btn.cancel, #reference .btn.try-out__btn.cancel { color: light-dark(#a3150b, #ffb0a8); border-color: currentColor; background: none }
#reference .btn.authorize, #reference .btn.execute { color: light-dark(#0b5e3b, #8fe3bd); border-color: currentColor; background: none }
#reference .parameter__name.required span { color: light-dark(#a3150b, #ffb0a8) }
`

/**
 * The page's script. Any other key is typed under Authorize and forgotten when the page closes. Our document has few references and no cycles, so
 * a plugin resolves them itself: Swagger UI's resolver takes four times as long.
 */
function startScript(sandboxKey: string | null): string {
  return `const darkScheme = matchMedia("(prefers-color-scheme: dark)")
const applyScheme = () => document.documentElement.classList.toggle("dark-mode", darkScheme.matches)
darkScheme.addEventListener("change", applyScheme)
applyScheme()
const addLabels = () => {
  for (const field of document.querySelectorAll("#reference :is(select, textarea):not([aria-label])"))
    field.setAttribute("aria-label", field.closest(".servers") ? "Server" : field.matches("textarea") ? "Request body" : "View")
  for (const text of document.querySelectorAll("#reference pre:not([tabindex])")) text.tabIndex = 0
  // The heading is already a button.
  for (const link of document.querySelectorAll("#reference .opblock-summary-control a[href]")) link.removeAttribute("href")
}
new MutationObserver(addLabels).observe(document.getElementById("reference"), { childList: true, subtree: true })
const sandboxKey = ${JSON.stringify(sandboxKey)}
const lookUpRef = (name) => name.slice(2).split("/").reduce((at, step) => at[step], whole)
const resolveRefs = (part) => {
  if (part === null || typeof part !== "object") return part
  if (Array.isArray(part)) return part.map(resolveRefs)
  if (typeof part.$ref === "string") return resolveRefs(lookUpRef(part.$ref))
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolveRefs(value)]))
}
let whole = {}
const resolverPlugin = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree: (_resolve, { specActions, specSelectors }) => (path) => {
          whole = specSelectors.specJson().toJS()
          return specActions.updateResolvedSubtree(path, resolveRefs(path.reduce((at, step) => at && at[step], whole)))
        },
      },
    },
  },
})
const reference = SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: -1,
  plugins: [resolverPlugin],
  onComplete: () => sandboxKey && reference.preauthorizeApiKey("key", sandboxKey),
})
`
}
