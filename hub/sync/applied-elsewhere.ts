/** Finds the operations of a batch that the hub has already applied under another epoch. */
import type { HubEffect, HubStoreState } from "../../protocol/sync/hub-side.ts"
import type { SystemWrite } from "../storage/index.ts"
import { marksIn } from "./store-log-store.ts"

/** Returns the marks of operations that came under an earlier epoch, or from another copy of this box that carried them over first. */
export async function appliedElsewhere(
  scope: SystemWrite,
  state: HubStoreState,
  { epoch, since, fenced }: HubEffect & { do: "apply" },
): Promise<ReadonlySet<string>> {
  const { storeId } = state
  if (since === null && !fenced) return new Set()
  const all = [state.current, ...state.fenced].flatMap((one) => one ?? [])
  const ranges = since === null ? [] : [{ epoch: since.epoch, after: since.last, upTo: Number.MAX_SAFE_INTEGER }]
  for (const { epoch: other, previous } of all) {
    if (previous === null) continue
    if (other !== epoch && previous.carried > 0) ranges.push({ epoch: other, after: 0, upTo: previous.carried })
    // What an epoch sent after a copy was made of it may also be in that copy, and in copies of the copy.
    if (previous.epoch !== epoch)
      ranges.push({ epoch: previous.epoch, after: previous.last, upTo: Number.MAX_SAFE_INTEGER })
  }
  const marks: string[] = []
  for (const range of ranges) marks.push(...(await marksIn(scope, storeId, range)))
  return new Set(marks)
}
