/** What the hub keeps of each op that it applied, so that a box whose disk has lost it can have it again. */
import type { UpKind } from "./ops.ts"

/** An order and a document are in the hub's own tables, and only named; what is small and rare is kept as it came. */
export type RestorableRecord =
  | { readonly kind: "order.changed" | "fiscal.numbered"; readonly id: string }
  | { readonly kind: string; readonly body: unknown }

/** A record that the hub has of the store's own, in the shape of the op that it came with. */
export interface RestoredRecord {
  readonly kind: string
  readonly body: unknown
}

/** Beats are of their moment, and the trail is the hub's to show: a box does without. */
const WHOLE: ReadonlySet<string> = new Set<UpKind>([
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

/** Null: nothing of it is worth keeping. */
export function recordToKeep({
  kind,
  body,
}: {
  readonly kind: string
  readonly body: unknown
}): RestorableRecord | null {
  if (kind === "order.changed") return named(kind, (body as { order?: unknown } | null)?.order, "id")
  if (kind === "fiscal.numbered") return named(kind, (body as { record?: unknown } | null)?.record, "fiscalRequestId")
  return WHOLE.has(kind) ? { kind, body } : null
}

/** What was changed several times is returned once, where it was changed last; what came whole is kept in order. */
export function latestPerId(kept: readonly RestorableRecord[]): RestorableRecord[] {
  const seen = new Set<string>()
  const last: RestorableRecord[] = []
  for (const one of [...kept].reverse()) {
    const key = "id" in one ? `${one.kind}/${one.id}` : null
    if (key !== null && seen.has(key)) continue
    if (key !== null) seen.add(key)
    last.push(one)
  }
  return last.reverse()
}

function named(kind: "order.changed" | "fiscal.numbered", record: unknown, key: string): RestorableRecord | null {
  const id = (record as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  return typeof id === "string" ? { kind, id } : null
}
