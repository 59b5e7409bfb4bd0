/** A list that is paged by key: where the last page ended is where the next begins, and nothing is counted. */
import Type, { type TSchema } from "typebox"
import { nullable } from "./scalars.ts"

export const CURSOR_SIZE_MAX = 200
const CURSOR_SIZE_DEFAULT = 50
const CURSOR_MAX_CHARS = 500
const BETWEEN = "~"

/** The query of such a list. */
export const CURSOR_QUERY = {
  /** `next` of the page before. */
  after: Type.Optional(Type.String({ minLength: 1, maxLength: CURSOR_MAX_CHARS })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: CURSOR_SIZE_MAX, default: CURSOR_SIZE_DEFAULT })),
}

export function cursorListOf<Item extends TSchema>(item: Item) {
  return Type.Object({ items: Type.Array(item), next: nullable(Type.String()) })
}

/** The key of the last item that was shown, as one word. What stands between its parts is escaped within them, which `encodeURIComponent` leaves as it is. */
export function writeCursor(parts: readonly string[]): string {
  return parts.map((part) => encodeURIComponent(part).replaceAll(BETWEEN, "%7E")).join(BETWEEN)
}

/** The parts of such a word, null when it is none of so many parts. A NUL behind an escape is nothing that we wrote, and PostgreSQL takes none. */
export function readCursor(word: string, count: number): string[] | null {
  const parts = word.split(BETWEEN)
  if (parts.length !== count) return null
  try {
    const read = parts.map(decodeURIComponent)
    return read.some((part) => part.includes("\u0000")) ? null : read
  } catch {
    return null
  }
}

/** A page of rows that were read with one to spare, and where the next begins. */
export function cursorPage<Row>(rows: readonly Row[], size: number, keyOf: (row: Row) => readonly string[]) {
  const items = rows.slice(0, size)
  const last = items.at(-1)
  return { items, next: rows.length > size && last !== undefined ? writeCursor(keyOf(last)) : null }
}

export function sizeOf({ size = CURSOR_SIZE_DEFAULT }: { size?: number | undefined }): number {
  return size
}
