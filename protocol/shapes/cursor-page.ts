/** Lists with cursor paging: each page names the key where the next one begins, and no total is counted. */
import Type, { type TSchema } from "typebox"
import { nullable } from "./scalars.ts"

export const CURSOR_SIZE_MAX = 200
const CURSOR_SIZE_DEFAULT = 50
const CURSOR_MAX_CHARS = 500
const SEPARATOR = "~"

export const CURSOR_QUERY = {
  /** `next` of the previous page. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_MAX_CHARS })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: CURSOR_SIZE_MAX, default: CURSOR_SIZE_DEFAULT })),
}

export function cursorListOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next: nullable(Type.String()) })
}

/** Joins the key of the last item into a cursor. The separator is escaped within parts, which `encodeURIComponent` does not do. */
export function writeCursor(parts: readonly string[]): string {
  return parts.map((part) => encodeURIComponent(part).replaceAll(SEPARATOR, "%7E")).join(SEPARATOR)
}

/** The parts of a cursor; null if it is invalid or has another number of parts. A NUL is refused, because PostgreSQL accepts none. */
export function readCursor(word: string, count: number): string[] | null {
  const parts = word.split(SEPARATOR)
  if (parts.length !== count) return null
  try {
    const read = parts.map(decodeURIComponent)
    return read.some((part) => part.includes("\u0000")) ? null : read
  } catch {
    return null
  }
}

/** The page of `rows`, which must have been read with one row more than `size`, and the next cursor. */
export function cursorPage<Row>(rows: readonly Row[], size: number, keyOf: (row: Row) => readonly string[]) {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? writeCursor(keyOf(last)) : null }
}

export function sizeOf({ size = CURSOR_SIZE_DEFAULT }: { size?: number | undefined }): number {
  return size
}
