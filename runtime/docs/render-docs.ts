/** Makes pages of documentation out of Markdown: headings that can be linked to, links that lead to other pages of ours, nothing fetched. */
import { Marked } from "marked"

export interface DocsPage {
  /** The last part of its address: `/docs/<slug>`. */
  readonly slug: string
  /** As the list of pages calls it. */
  readonly title: string
  readonly markdown: string
}

/** A place of the documentation that has what was asked for. */
export interface Found {
  readonly href: string
  readonly title: string
  /** Where it stands. */
  readonly page: string
  readonly excerpt: string
}

/** A link in the list of pages. */
export interface DocsLink {
  readonly href: string
  readonly title: string
}

export function renderDocs({ slug, title, markdown }: DocsPage, links: readonly DocsLink[]): string {
  const own = links.map(({ href }) => href)
  return layOut({ title, here: hrefOf(slug), links, body: parserOf(slug, own).parse(markdown, { async: false }) })
}

/** What was found, as a page beside the others. */
export function renderFound(question: string, found: readonly Found[], links: readonly DocsLink[]): string {
  const rows = found.map(
    ({ href, title, page, excerpt }) =>
      `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a> <small>${escapeHtml(page)}</small><p>${escapeHtml(excerpt)}</p></li>`,
  )
  const none = question === "" ? "Type a word: a field, a code, a path." : "Nothing has all of these words."
  const list = rows.length > 0 ? `<ol class="found">${rows.join("\n")}</ol>` : `<p>${none}</p>`
  return layOut({ title: "Search", here: "/docs/search", links, question, body: `<h1>Search</h1>${list}` })
}

export function hrefOf(slug: string): string {
  return slug === "" ? "/docs" : `/docs/${slug}`
}

/** A heading's own words, as its anchor: a code stays a code. */
export function anchorOf(text: string): string {
  if (/^[A-Z_]+$/.test(text)) return text
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
}

function parserOf(slug: string, own: readonly string[]): Marked {
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${escapeHtml(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const target = targetOf(href, slug, own)
        return target === null ? words : `<a href="${escapeHtml(target)}">${words}</a>`
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}\n</code></pre>\n`
      },
      table(token) {
        const row = (cells: typeof token.header, tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`
        const body = token.rows.map((cells) => row(cells, "td")).join("\n")
        return `<div class="wide" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`
      },
    },
  })
}

/** `orders.md#it-is-read` is a page of ours; a file that is none of them is a word and no link. */
function targetOf(href: string, slug: string, own: readonly string[]): string | null {
  if (/^(https?:|#|\/docs)/.test(href)) return href
  const [, folder, file = "", anchor = ""] = /^(?:\.\/|\.\.\/(\w+)\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  const inContract = folder === undefined ? /^contract(\/|$)/.test(slug) : folder === "contract"
  const name = file === "README" ? "" : file
  const target = hrefOf(inContract ? `contract/${name}`.replace(/\/$/, "") : name)
  return own.includes(target) && file !== "" ? target + anchor : null
}

interface Laid {
  readonly title: string
  readonly here: string
  readonly links: readonly DocsLink[]
  readonly body: string
  /** What was searched for. */
  readonly question?: string
}

function layOut({ title, here, links, body, question = "" }: Laid): string {
  const list = links.map(
    ({ href, title: words }) =>
      `<li><a href="${escapeHtml(href)}"${href === here ? ' aria-current="page"' : ""}>${escapeHtml(words)}</a></li>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Brasa</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/docs.css">
<nav aria-label="Documentation"><strong>Brasa for integrators</strong>
<form action="/docs/search" role="search"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" value="${escapeHtml(question)}"></form>
<input type="checkbox" id="pages"><label for="pages">All pages</label><ul>${list.join("\n")}</ul></nav>
<main>${body}</main>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
}

export const DOCS_CSS = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); --soft: color-mix(in srgb, currentColor 6%, transparent); --edge: color-mix(in srgb, currentColor 55%, transparent) }
* { box-sizing: border-box }
body { margin: 0; color: light-dark(#1a1a1a, #eee); background: light-dark(#fff, #121212); font: 16px/1.6 system-ui, sans-serif; display: grid; grid-template-columns: 15rem minmax(0, 1fr) }
nav { padding: 1.5rem 1rem; border-right: 1px solid var(--line); position: sticky; top: 0; height: 100vh; overflow-y: auto }
nav ul { list-style: none; margin: 1rem 0 0; padding: 0 }
nav a { display: block; padding: .3rem .6rem; border-radius: 6px; text-decoration: none; color: inherit }
nav a:hover { background: var(--soft) }
nav a[aria-current] { background: var(--soft); font-weight: 600 }
main { padding: 1.5rem 2.5rem 6rem; max-width: 62rem }
h1 { line-height: 1.2 } h2 { margin-top: 2.5rem; padding-top: .5rem; border-top: 1px solid var(--line) }
a { color: light-dark(#b03a1a, #ff9a76) }
a:focus-visible { outline: 2px solid currentColor; outline-offset: 2px }
code { font: .9em ui-monospace, monospace; background: var(--soft); padding: .1em .3em; border-radius: 4px }
pre { background: var(--soft); padding: 1rem; border-radius: 8px; overflow-x: auto } pre code { background: none; padding: 0 }
.wide { overflow-x: auto } table { border-collapse: collapse }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem; border-bottom: 1px solid var(--line) }
:target { background: light-dark(#fff3d6, #4a3b10) }
main { overflow-wrap: anywhere } table { overflow-wrap: normal } pre, .wide { overflow-wrap: normal }
nav form { margin-top: 1rem } nav input[type=search] { width: 100%; font: inherit; padding: .4rem .6rem; color: inherit; background: var(--soft); border: 1px solid var(--edge); border-radius: 6px }
.found p { margin: .2rem 0 1rem }
#pages, nav label { display: none }
@media (max-width: 760px) {
  body { display: block } nav { position: static; height: auto; border: 0; border-bottom: 1px solid var(--line) } main { padding: 1rem }
  #pages { display: inline-block; margin: 1rem .4rem 0 0 } nav label { display: inline-block } nav ul { display: none } #pages:checked ~ ul { display: block }
}
`
