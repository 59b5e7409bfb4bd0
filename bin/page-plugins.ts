/** Vite plugins for the pages: without schemas, without unused styles, and with compressed files. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Plugin } from "vite"

const GZIP_LEVEL = 9
const COMPRESSIBLE = /\.(js|css)$/

/**
 * Replaces the schema builder by a stub. Pages use the endpoint values for requests, but only the server validates with their schemas. The
 * stub is an object that accepts any access or call.
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

/** Drops rules of the component library whose classes no script uses. Class names are hashes: `.m_1a2b3c`. */
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

/** The style sheet without rules whose selectors all need an unused class. */
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

/** Parts of a selector whose classes are negated or alternatives. */
const NOT_REQUIRED = /:not\([^)]*\)|:(?:is|where)\([^)]*,[^)]*\)/g

/** Whether at least one selector of the list has no unused library class. */
function isUsed(selectors: string, used: ReadonlySet<string>): boolean {
  return splitSelectors(selectors).some((selector) =>
    [...selector.replaceAll(NOT_REQUIRED, "").matchAll(/\.(m_[0-9a-f]+)/g)].every(([, name = ""]) => used.has(name)),
  )
}

/** Splits at commas outside of brackets. */
function splitSelectors(selectors: string): string[] {
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
  /** Null for a statement such as `@charset "x";`. */
  readonly body: string | null
}

/** The top-level rules of a minified style sheet. */
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
      const end = closingBrace(css, open)
      blocks.push({ head: css.slice(at, open), body: css.slice(open + 1, end) })
      at = end + 1
    }
  }
  return blocks
}

function closingBrace(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === "{") depth++
    if (css[at] === "}" && --depth === 0) return at
  }
  return css.length
}

/** Writes a gzip and a Brotli copy of each file. It reads the files from disk, because they change until they are written. */
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

/** Asynchronous, so that Node compresses several files in parallel threads. */
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
