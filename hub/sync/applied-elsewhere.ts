/** Of what a box sends, the operations that the hub has by another epoch already. */
import type { HubEffect, HubStoreState } from "../../protocol/sync/hub-side.ts"
import type { SystemWrite } from "../storage/index.ts"
import { carriedMarks, marksSince } from "./store-log-store.ts"

/** The marks of operations that came by another epoch: by the one before, or by a copy of this box that carried them over and was faster. */
export async function appliedElsewhere(
  scope: SystemWrite,
  line: HubStoreState,
  { epoch, since, fenced }: HubEffect & { do: "apply" },
): Promise<ReadonlySet<string>> {
  const { storeId } = line
  if (since === null && !fenced) return new Set()
  const all = [line.current, ...line.fenced].flatMap((one) => one ?? [])
  const parent = all.find((one) => one.epoch === epoch)?.previous?.epoch ?? null
  const marks = since === null ? new Set<string>() : await marksSince(scope, storeId, since)
  for (const { epoch: other, previous } of all) {
    const isKin = previous !== null && (previous.epoch === epoch || previous.epoch === parent)
    if (other === epoch || !isKin || previous.carried === 0) continue
    for (const mark of await carriedMarks(scope, storeId, { epoch: other, carried: previous.carried })) marks.add(mark)
  }
  return marks
}
