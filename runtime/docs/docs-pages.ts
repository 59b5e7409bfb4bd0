/** The pages of a machine's documentation: the integrators' guides, the contract, and the errors from the machine's own table. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { EndpointTable } from "../../protocol/http/endpoint.ts"
import { errorsPage } from "../../protocol/http/errors-page.ts"
import { productRoot } from "../root.ts"
import type { DocsPage } from "./render-docs.ts"

/** What somebody new reads first; the others follow by their names. */
const FIRST = ["README", "quickstart", "sandbox", "orders", "reading-orders", "corrections", "cancellation"]
const LAST = ["legacy", "versions"]

export function docsPages(endpoints: EndpointTable): DocsPage[] {
  const guides = pagesIn("integrators").map(({ name, ...page }) =>
    name === "README" ? { slug: "", title: "Overview", markdown: page.markdown } : { slug: name, ...page },
  )
  const contract = pagesIn("contract").map(({ name, title, markdown }) =>
    name === "README"
      ? { slug: "contract", title, markdown }
      : { slug: `contract/${name}`, title: `Contract: ${title}`, markdown },
  )
  const errors = { slug: "errors", title: "Errors", markdown: errorsPage(endpoints) }
  return [
    ...guides.sort((a, b) => rankOf(a.slug) - rankOf(b.slug) || a.slug.localeCompare(b.slug)),
    ...contract.sort((a, b) => a.slug.localeCompare(b.slug)),
    errors,
  ]
}

function pagesIn(folder: string): { name: string; title: string; markdown: string }[] {
  const at = join(productRoot(), "docs", folder)
  const files = existsSync(at) ? readdirSync(at).filter((file) => file.endsWith(".md")) : []
  return files.map((file) => {
    const name = file.slice(0, -".md".length)
    const markdown = readFileSync(join(at, file), "utf8")
    return { name, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown }
  })
}

function rankOf(slug: string): number {
  const name = slug === "" ? "README" : slug
  if (FIRST.includes(name)) return FIRST.indexOf(name) - FIRST.length
  return LAST.includes(name) ? 1 : 0
}
