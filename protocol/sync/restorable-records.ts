/** Selects the operations that the hub keeps so that a box that lost its disk can be restored. */
import type { UpKind } from "./ops.ts"

/** Orders and documents are in the hub's own tables, so only their ids are kept; small, rare operations are kept whole. */
export type RestorableRecord =
  | { readonly kind: "order.changed" | "fiscal.numbered"; readonly id: string }
  | { readonly kind: string; readonly body: unknown }

/** A record to send to a restored box, in the shape of the operation that created it. */
export interface RestoredRecord {
  readonly kind: string
  readonly body: unknown
}

/** Heartbeats and audit entries are left out: a restored box does not need them. */
const KEPT_WHOLE: ReadonlySet<string> = new Set<UpKind>([
  "lost-sale.recorded",
  "cash.closed",
  "cash.authorized",
  "shift.changed",
  "drawer.opened",
  "day.opened",
  "day.closed",
  "kitchen.recorded",
  "stock.changed",
])

/** Returns null for operations that a restore does not need. */
export function recordToKeep({
  kind,
  body,
}: {
  readonly kind: string
  readonly body: unknown
}): RestorableRecord | null {
  if (kind === "order.changed") return idRecord(kind, (body as { order?: unknown } | null)?.order, "id")
  if (kind === "fiscal.numbered")
    return idRecord(kind, (body as { record?: unknown } | null)?.record, "fiscalRequestId")
  return KEPT_WHOLE.has(kind) ? { kind, body } : null
}

/** Keeps only the last record per id; records without an id stay, in order. */
export function latestPerId(records: readonly RestorableRecord[]): RestorableRecord[] {
  const seen = new Set<string>()
  const last: RestorableRecord[] = []
  for (const record of [...records].reverse()) {
    const key = "id" in record ? `${record.kind}/${record.id}` : null
    if (key !== null && seen.has(key)) continue
    if (key !== null) seen.add(key)
    last.push(record)
  }
  return last.reverse()
}

function idRecord(kind: "order.changed" | "fiscal.numbered", record: unknown, key: string): RestorableRecord | null {
  const id = (record as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  return typeof id === "string" ? { kind, id } : null
}
