/** Summarises what a provisioning file would change, by kind, inside the vendor's documents too, without secrets. */
import { type ChangeRow, type KindChanges, PREVIEW_ROWS_MAX } from "../../protocol/http/admin/provisioning.ts"
import { unseal } from "../../runtime/secrets.ts"
import type { PlannedWrite } from "./provision.ts"
import { type DocumentKind, documentKey } from "./provisioned-rows.ts"

export type PlannedChanges = readonly KindChanges[]

type Item = Readonly<Record<string, unknown>>

/** The key by which people know the items of a document. */
const ITEM_KEYS: Readonly<Record<DocumentKind, readonly string[]>> = {
  paymentMethods: ["id"],
  products: ["id"],
  modifierGroups: ["id"],
  categories: ["id"],
  menus: ["storeCode", "channel", "fulfillment"],
  channels: ["code"],
  cancellationRules: ["id"],
  cancellationReasons: ["id"],
}

/** Columns whose JSON is compared item by item. */
const RECORDS: readonly string[] = ["record"]
/** Columns derived from the record for lists. They count as no change. */
const DERIVED: readonly string[] = ["words", "country"]

export function plannedChanges(writes: readonly PlannedWrite[], secretKey: Buffer): PlannedChanges {
  const kinds = new Map<string, ChangeRow[]>()
  for (const write of writes) {
    const [kind, rows] =
      write.table === "vendor_document" ? documentChanges(write, secretKey) : [write.table, [rowChange(write)]]
    kinds.set(kind, [...(kinds.get(kind) ?? []), ...rows])
  }
  return [...kinds].map(([kind, rows]) => ({
    kind,
    added: rows.filter(({ change }) => change === "added").length,
    changed: rows.filter(({ change }) => change === "changed").length,
    removed: rows.filter(({ change }) => change === "removed").length,
    rows: rows.slice(0, PREVIEW_ROWS_MAX),
  }))
}

function rowChange({ what, is, row }: PlannedWrite): ChangeRow {
  if (!is) return { change: "added", what, fields: [] }
  const columns = Object.keys(row).filter((column) => !DERIVED.includes(column) && is[column] !== row[column])
  return { change: "changed", what, fields: columns.flatMap((column) => fieldsOf(column, is[column], row[column])) }
}

function fieldsOf(column: string, is: unknown, shall: unknown): string[] {
  if (!RECORDS.includes(column)) return [column]
  return differing(JSON.parse(String(is)), JSON.parse(String(shall)))
}

function documentChanges({ key, is, row }: PlannedWrite, secretKey: Buffer): [DocumentKind, ChangeRow[]] {
  const kind = key.kind as DocumentKind
  const read = (from: Readonly<Record<string, unknown>> | null): Item[] => {
    if (!from) return []
    const body = String(from.body)
    const place = documentKey(String(key.vendor_id), kind)
    return JSON.parse(Number(from.sealed) === 1 ? unseal(body, secretKey, place) : body)
  }
  return [kind, itemChanges(kind, read(is), read(row))]
}

function itemChanges(kind: DocumentKind, before: readonly Item[], after: readonly Item[]): ChangeRow[] {
  const keyOf = (item: Item) => ITEM_KEYS[kind].map((key) => String(item[key])).join(" ")
  const known = new Map(before.map((item) => [keyOf(item), item]))
  const wanted = new Set(after.map(keyOf))
  const named = (item: Item) => (typeof item.name === "string" ? `${keyOf(item)} ${item.name}` : keyOf(item))
  return [
    ...after.flatMap((item): ChangeRow[] => {
      const was = known.get(keyOf(item))
      if (!was) return [{ change: "added", what: named(item), fields: [] }]
      const fields = differing(was, item)
      return fields.length > 0 ? [{ change: "changed", what: named(item), fields }] : []
    }),
    ...before
      .filter((item) => !wanted.has(keyOf(item)))
      .map((item): ChangeRow => ({ change: "removed", what: named(item), fields: [] })),
  ]
}

function differing(before: Item, after: Item): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}
