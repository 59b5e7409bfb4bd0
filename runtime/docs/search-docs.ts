/** Finds words in the documentation: in every section of every page, in every operation and every event of the reference. */
import { anchorOf, type DocsPage, type Found, hrefOf } from "./render-docs.ts"

/** A section or an operation, and its words. */
export interface DocsSection extends Omit<Found, "excerpt"> {
  readonly text: string
}

const FOUND_MAX = 40
const EXCERPT_CHARS = 180
/** What stands before the first word that was found. */
const LEAD_CHARS = 50

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export function placesOf(pages: readonly DocsPage[], document: object): DocsSection[] {
  const { paths = {}, webhooks = {} } = document as { paths?: Paths; webhooks?: Paths }
  return [...pages.flatMap(sectionsOf), ...operationsOf(paths), ...operationsOf(webhooks)]
}

function sectionsOf({ slug, title: page, markdown }: DocsPage): DocsSection[] {
  return markdown.split(/^(?=#{1,3} )/m).map((part) => {
    const [, title = page] = /^#{1,3} (.+)$/m.exec(part) ?? []
    const anchor = part.startsWith("##") ? `#${anchorOf(title)}` : ""
    return { href: hrefOf(slug) + anchor, title: title.replaceAll("`", ""), page, text: plain(part) }
  })
}

function operationsOf(paths: Paths): DocsSection[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags, summary, description }]) => ({
      href: `/docs/reference#/${tags[0]}/${operationId}`,
      title: path.startsWith("/") ? `${method.toUpperCase()} ${path}` : path,
      page: "Reference",
      text: plain(`${operationId} ${summary} ${description}`),
    })),
  )
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replaceAll(/[*#|]|^- /gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
}

/** The places that have all of the words; those that have them in their title first, else in the order of the pages. */
export function searchDocs(places: readonly DocsSection[], question: string): Found[] {
  const words = folded(question).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const having = places.filter(({ title, text }) => hasAll(`${title} ${text}`, words))
  const [titled, others] = [true, false].map((wish) => having.filter(({ title }) => hasAll(title, words) === wish))
  return [...(titled ?? []), ...(others ?? [])]
    .slice(0, FOUND_MAX)
    .map(({ href, title, page, text }) => ({ href, title, page, excerpt: excerptOf(text, words) }))
}

function hasAll(text: string, words: readonly string[]): boolean {
  const within = folded(text)
  return words.every((word) => within.includes(word))
}

function excerptOf(text: string, words: readonly string[]): string {
  const at = Math.max(0, folded(text).indexOf(words[0] ?? "") - LEAD_CHARS)
  const end = at + EXCERPT_CHARS
  return `${at > 0 ? "…" : ""}${text.slice(at, end)}${end < text.length ? "…" : ""}`
}

/** Without accents, one letter for one. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[à-ÿ]/g, (letter) => letter.normalize("NFD").charAt(0))
}
