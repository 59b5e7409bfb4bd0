/** Finds the operations of a batch that the hub has already applied under another epoch. */
import type { HubEffect, HubStoreState } from "../../protocol/sync/hub-side.ts"
import type { SystemWrite } from "../storage/index.ts"
import { marksIn } from "./store-log-store.ts"

/**
 * Returns the marks of all operations that came under another epoch. Copies of a box, older databases and journals can bring any of them
 * again, and the epoch that a box names as its parent does not tell which.
 */
export async function appliedElsewhere(
  scope: SystemWrite,
  state: HubStoreState,
  { epoch, since, fenced }: HubEffect & { do: "apply" },
): Promise<ReadonlySet<string>> {
  if (since === null && !fenced) return new Set()
  const known = [state.current, ...state.fenced].flatMap((one) => one ?? [])
  const epochs = new Set([since?.epoch, ...known.flatMap((one) => [one.epoch, one.previous?.epoch])])
  const marks: string[] = []
  for (const other of epochs) {
    if (other !== undefined && other !== epoch) marks.push(...(await marksIn(scope, state.storeId, other)))
  }
  return new Set(marks)
}
