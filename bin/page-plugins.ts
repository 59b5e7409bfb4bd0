/** What the build does to pages beside bundling them: no schemas, no styles that nobody uses, every file compressed beside itself. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Plugin } from "vite"

const GZIP_LEVEL = 9
/** Smaller, and a browser would rather unpack one file than fetch a second. */
const COMPRESSIBLE = /\.(js|css)$/

/**
 * A page asks by the endpoint values of the protocol, but checks nothing by their schemas: the box does, on both ways. So the schema
 * builder is left out of the pages, and whatever is built with it is an object that takes any question.
 */
export function withoutSchemas(): Plugin {
  const STUB = "\0no-schemas"
  return {
    name: "without-schemas",
    enforce: "pre",
    resolveId: (id) => (id === "typebox" ? STUB : null),
    load: (id) => (id === STUB ? STUB_SOURCE : null),
  }
}

const STUB_SOURCE = `
const schema = new Proxy(() => {}, {
  get: (_, key) => (key === Symbol.iterator ? function* () {} : key === Symbol.toPrimitive ? () => "" : schema),
  apply: () => schema,
  ownKeys: () => [],
  getOwnPropertyDescriptor: () => undefined,
})
export { schema as default }
`

/** The library's style sheet holds all its parts; a rule stays when some script names its class. Class names are hashes: `.m_1a2b3c`. */
export function onlyUsedStyles(): Plugin {
  return {
    name: "only-used-styles",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
      const scripts = files.flatMap((file) => (file.type === "chunk" ? [file.code] : [])).join("\n")
      const used = new Set(scripts.match(/\bm_[0-9a-f]+\b/g))
      for (const file of files) {
        if (file.type === "asset" && file.fileName.endsWith(".css")) file.source = dropUnused(String(file.source), used)
      }
    },
  }
}

/** The sheet without rules whose every selector asks for a class that is not used. */
export function dropUnused(css: string, used: ReadonlySet<string>): string {
  return blocksOf(css)
    .map(({ head, body }) => {
      if (body === null) return head
      if (/^@(media|supports|layer|container|where)/.test(head)) {
        const inner = dropUnused(body, used)
        return inner === "" ? "" : `${head}{${inner}}`
      }
      return head.startsWith("@") || isUsed(head, used) ? `${head}{${body}}` : ""
    })
    .join("")
}

/** What is not asked for, or not each for itself. */
const CHOICE = /:not\([^)]*\)|:(?:is|where)\([^)]*,[^)]*\)/g

/** A selector list is used while one of its selectors has no class of the library that no script names. */
function isUsed(selectors: string, used: ReadonlySet<string>): boolean {
  return splitOutside(selectors).some((selector) =>
    [...selector.replaceAll(CHOICE, "").matchAll(/\.(m_[0-9a-f]+)/g)].every(([, name = ""]) => used.has(name)),
  )
}

/** At commas that stand in no bracket. */
function splitOutside(selectors: string): string[] {
  const parts = [""]
  let depth = 0
  for (const sign of selectors) {
    if (sign === "(") depth++
    if (sign === ")") depth--
    if (sign === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += sign
  }
  return parts
}

interface Block {
  readonly head: string
  /** null for a statement, as `@charset "x";`. */
  readonly body: string | null
}

/** The outermost rules of a sheet without comments, as the build's minifier writes it. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = []
  let at = 0
  while (at < css.length) {
    const open = css.indexOf("{", at)
    const stop = css.indexOf(";", at)
    if (stop !== -1 && (open === -1 || stop < open)) {
      blocks.push({ head: css.slice(at, stop + 1), body: null })
      at = stop + 1
    } else if (open === -1) {
      blocks.push({ head: css.slice(at), body: null })
      at = css.length
    } else {
      const end = closing(css, open)
      blocks.push({ head: css.slice(at, open), body: css.slice(open + 1, end) })
      at = end + 1
    }
  }
  return blocks
}

function closing(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === "{") depth++
    if (css[at] === "}" && --depth === 0) return at
  }
  return css.length
}

/** Over plain HTTP browsers take gzip alone; over HTTPS the smaller of the two. From the disk: until it is written, a file still changes. */
export function compressed(): Plugin {
  return {
    name: "compressed",
    apply: "build",
    enforce: "post",
    async writeBundle({ dir = "" }, bundle) {
      const names = Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file))
      await Promise.all(names.map((name) => compressBeside(join(dir, name))))
    },
  }
}

/** On the threads of Node's pool, so that all cores take part. */
async function compressBeside(path: string): Promise<void> {
  const bytes = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const [gz, br] = await Promise.all([
    promisify(gzip)(bytes, { level: GZIP_LEVEL }),
    promisify(brotliCompress)(bytes, { params }),
  ])
  writeFileSync(`${path}.gz`, gz)
  writeFileSync(`${path}.br`, br)
}
