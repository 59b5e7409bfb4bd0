/** Collects the sources of the documentation site: the pages of docs/, and the lists of errors and operations made from the endpoint tables. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { openApiWebhooks } from "../protocol/events/openapi-webhooks.ts"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../protocol/http/endpoints.ts"
import { errorsPage } from "../protocol/http/errors-page.ts"
import { openApiOf } from "../protocol/http/openapi.ts"

const FOLDERS = ["integrators", "operators", "contract"]

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Throws for a link to a file that does not exist. */
export function stageDocs(root: string, into: string): void {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  cpSync(join(root, "docs", "pictures"), join(into, "public", "pictures"), { recursive: true })
  const docs = join(root, "docs")
  const folders = FOLDERS.flatMap((folder) => readdirSync(join(docs, folder)).map((file) => join(folder, file)))
  for (const page of ["README.md", ...folders.filter((file) => file.endsWith(".md"))]) {
    write(
      join(into, `${addressOf(page) || "index"}.md`),
      withAddresses(readFileSync(join(docs, page), "utf8"), docs, page),
    )
  }
  const endpoints = { ...HUB_ENDPOINTS, ...BOX_ENDPOINTS }
  write(join(into, "errors.md"), errorsPage(endpoints))
  write(
    join(into, "operations.md"),
    operationsPage(
      openApiOf({
        title: "",
        version: "",
        endpoints,
        webhooks: openApiWebhooks(),
      }),
    ),
  )
}

function write(file: string, markdown: string): void {
  mkdirSync(dirname(file), { recursive: true })
  // VitePress puts /docs in front of every link.
  writeFileSync(file, markdown.replaceAll("](/docs/", "](/").replaceAll(`src="../pictures/`, `src="/pictures/`))
}

/** Where a page stands on the site, below `/docs/`. The guides for integrators stand at the top. */
function addressOf(page: string): string {
  return page
    .replace(/^integrators\/(?!README)/, "")
    .replace(/\/?README\.md$/, "")
    .replace(/\.md$/, "")
}

/** Relative links become addresses of the site. One that leads out of it, to code, becomes its words. */
function withAddresses(markdown: string, docs: string, page: string): string {
  return markdown.replaceAll(/(!?)\[([^\]]*)\]\(([^):]+)\)/g, (link, isPicture, words, href) => {
    const [path = "", anchor] = href.split("#")
    if (path === "" || path.startsWith("/")) return link
    const target = resolve(docs, dirname(page), path)
    if (!existsSync(target)) throw new Error(`docs/${page} links to ${target}, which does not exist`)
    const name = relative(docs, target)
    if (isPicture) return `![${words}](/${name})`
    if (!isPage(name)) return words
    return `[${words}](/${addressOf(name)}${anchor === undefined ? "" : `#${anchor}`})`
  })
}

function isPage(name: string): boolean {
  return name === "README.md" || (name.endsWith(".md") && FOLDERS.some((folder) => name.startsWith(`${folder}/`)))
}

function operationsPage(document: object): string {
  const { paths = {}, webhooks = {} } = document as { paths?: Paths; webhooks?: Paths }
  const listed = (of: Paths, title: (path: string, method: string) => string) =>
    Object.entries(of).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, tags, summary, description }]) =>
        [
          `### ${title(path, method)}`,
          `<a href="/docs/reference#/${tags[0]}/${operationId}" target="_self">${operationId}</a>: ${summary}`,
          description,
        ].join("\n\n"),
      ),
    )
  return [
    "# Operations",
    "Each name leads to the operation in the reference of this machine, where it can be tried out. The reference of a box has only what a box answers.",
    "## Requests",
    ...listed(paths, (path, method) => `\`${method.toUpperCase()} ${path}\``),
    "## Events",
    ...listed(webhooks, (name) => `\`${name}\``),
  ].join("\n\n")
}
