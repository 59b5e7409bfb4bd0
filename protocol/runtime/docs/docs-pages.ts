/** The pages of a machine's documentation: the integrators' guides as they stand in the repository, and what is made from its table. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { EndpointTable } from "../../http/endpoint.ts"
import { errorsPage } from "../../http/errors-page.ts"
import { productRoot } from "../root.ts"
import type { DocsPage } from "./render-docs.ts"

/** What somebody new reads first; the others follow by their names. */
const FIRST = ["README", "quickstart", "sandbox", "orders", "reading-orders", "corrections", "cancellation"]
const LAST = ["legacy", "versions"]

export function docsPages(endpoints: EndpointTable): DocsPage[] {
  const folder = join(productRoot(), "docs", "integrators")
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".md")) : []
  const guides = names.map((name) => guideOf(name.slice(0, -".md".length), readFileSync(join(folder, name), "utf8")))
  const errors = { slug: "errors", title: "Errors", markdown: errorsPage(endpoints) }
  return [...guides.sort((a, b) => rankOf(a.slug) - rankOf(b.slug) || a.slug.localeCompare(b.slug)), errors]
}

function guideOf(name: string, markdown: string): DocsPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name
  return name === "README" ? { slug: "", title: "Overview", markdown } : { slug: name, title, markdown }
}

function rankOf(slug: string): number {
  const name = slug === "" ? "README" : slug
  if (FIRST.includes(name)) return FIRST.indexOf(name) - FIRST.length
  return LAST.includes(name) ? 1 : 0
}
