/** Of what a box sends, the operations that the hub has by another epoch already. */
import type { HubEffect, HubStoreState } from "../../protocol/sync/hub-side.ts"
import type { SystemWrite } from "../storage/index.ts"
import { marksIn } from "./store-log-store.ts"

/** The marks of operations that came by another epoch: by one before, or by another copy of this box that carried them over and was faster. */
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
    // What an ancestor sent after a copy was made of it may lie in that copy, and in copies of the copy.
    if (previous.epoch !== epoch)
      ranges.push({ epoch: previous.epoch, after: previous.last, upTo: Number.MAX_SAFE_INTEGER })
  }
  const marks: string[] = []
  for (const range of ranges) marks.push(...(await marksIn(scope, storeId, range)))
  return new Set(marks)
}
