/** Serves the reference of the API with "try it", and the OpenAPI document that it shows, with nothing fetched from elsewhere. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Router } from "express"
import { giveFile } from "./serve-site.ts"

const HOUR = "max-age=3600"

/** `/openapi.json` and the reference, which is Swagger UI out of the package. With `sandboxKey`, a key that anyone may know, "try it" works at once. */
export function serveReference(router: Router, document: object, sandboxKey?: string): void {
  giveFile(router, "/openapi.json", { type: "json", bytes: () => JSON.stringify(document) })
  giveFile(router, "/docs/reference", { type: "html", bytes: () => PAGE })
  giveFile(router, "/docs/reference.css", { type: "css", bytes: () => REFERENCE_CSS, cached: HOUR })
  giveFile(router, "/docs/start.js", { type: "js", bytes: () => startOf(sandboxKey ?? null) })
  const assets = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"))
  for (const [name, type] of Object.entries(ASSETS)) {
    giveFile(router, `/docs/ui/${name}`, { type, bytes: () => readFileSync(join(assets, name)), cached: HOUR })
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

/** What Swagger UI draws too faint or too small, and where a narrow window would be left. */
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
 * With a sandbox key "try it" works at once; any other key is typed under Authorize, and forgotten with the page. Our document names little by
 * reference and nothing in circles, so it is taken as it stands: Swagger UI's own way of resolving it takes the browser four times as long.
 */
function startOf(sandboxKey: string | null): string {
  return `const night = matchMedia("(prefers-color-scheme: dark)")
const dress = () => document.documentElement.classList.toggle("dark-mode", night.matches)
night.addEventListener("change", dress)
dress()
const named = () => {
  for (const field of document.querySelectorAll("#reference :is(select, textarea):not([aria-label])"))
    field.setAttribute("aria-label", field.closest(".servers") ? "Server" : field.matches("textarea") ? "Request body" : "What is shown")
  for (const text of document.querySelectorAll("#reference pre:not([tabindex])")) text.tabIndex = 0
  // The heading is a button already.
  for (const link of document.querySelectorAll("#reference .opblock-summary-control a[href]")) link.removeAttribute("href")
}
new MutationObserver(named).observe(document.getElementById("reference"), { childList: true, subtree: true })
const sandboxKey = ${JSON.stringify(sandboxKey)}
const found = (name) => name.slice(2).split("/").reduce((at, step) => at[step], whole)
const standing = (part) => {
  if (part === null || typeof part !== "object") return part
  if (Array.isArray(part)) return part.map(standing)
  if (typeof part.$ref === "string") return standing(found(part.$ref))
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, standing(value)]))
}
let whole = {}
const asItStands = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        requestResolvedSubtree: (_resolve, { specActions, specSelectors }) => (path) => {
          whole = specSelectors.specJson().toJS()
          return specActions.updateResolvedSubtree(path, standing(path.reduce((at, step) => at && at[step], whole)))
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
  plugins: [asItStands],
  onComplete: () => sandboxKey && reference.preauthorizeApiKey("key", sandboxKey),
})
`
}
