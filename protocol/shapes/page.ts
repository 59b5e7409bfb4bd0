/** Lists with numbered pages: query, envelope and offsets (docs/contract/conventions.md#envelopes). */
import Type, { type TSchema } from "typebox"

const SIZE_MAX = 100
const SIZE_DEFAULT = 20
/** Larger than any list, and small enough that page × size is exact. */
const PAGE_MAX = 1_000_000_000

export const PAGE_QUERY = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX, default: 1 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: SIZE_MAX, default: SIZE_DEFAULT })),
}

export interface Page {
  readonly page: number
  readonly size: number
}

export function readPage({ page = 1, size = SIZE_DEFAULT }: { page?: number; size?: number }): Page {
  return { page, size }
}

/** The schema of a list's `data`, with its items under `name`. */
export function listOf<const Name extends string, Item extends TSchema>(name: Name, item: Item) {
  const items = { [name]: Type.Array(item) } as { [Key in Name]: ReturnType<typeof Type.Array<Item>> }
  return Type.Object({ ...items, ...COUNTS })
}

const COUNTS = {
  page: Type.Integer(),
  size: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
}

export function countsOf(total: number, { page, size }: Page) {
  return { page, size, total, totalPages: Math.ceil(total / size) }
}

/** The rows of a list that a page holds. */
export interface RowWindow {
  readonly offset: number
  readonly limit: number
  /** Whether `offset` counts from the end of the list, which is faster for pages in its second half. */
  readonly fromEnd: boolean
}

export function rowWindow(total: number, { page, size }: Page): RowWindow {
  const offset = (page - 1) * size
  const limit = Math.max(0, Math.min(size, total - offset))
  if (offset <= total / 2) return { offset, limit, fromEnd: false }
  return { offset: Math.max(0, total - offset - limit), limit, fromEnd: true }
}
