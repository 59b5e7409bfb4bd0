/** The state of updates, for the manager's page and the console. */
import type { UpdateState } from "../../../protocol/http/box-update.ts"
import { type BusyFacts, type PostponeReason, postponedBecause } from "../../../protocol/rules/updates/update-rules.ts"
import { readConfig } from "../../catalog/index.ts"
import type { BoxTx } from "../../storage/index.ts"
import { readNote, type UpdateNote } from "./update-notes-store.ts"
import { readUpdater, requestId, updateFolderOf } from "./updater-state.ts"
import { CLOCK_IS_WRONG } from "./verify-offer.ts"

interface UpdateStateDeps {
  readonly version: string
  readonly data: string
  readonly updaterState: string
  readonly busy: (tx: BoxTx) => BusyFacts
}

/** `off`: this machine cannot install updates. */
export function stateOf(tx: BoxTx, deps: UpdateStateDeps, off: boolean): UpdateState {
  const note = readNote(tx)
  const last = readUpdater(deps.updaterState)?.last ?? null
  const { verdict, version, ring, heardAt } = note
  const is = off ? "off" : stageOf(deps, note)
  return {
    running: deps.version,
    is,
    version: verdict?.do === "wait" && verdict.because === "CURRENT" ? null : version,
    ring,
    ...(off ? NO_FAULT : faultOf(is, note)),
    because: is === "waiting" ? blockedBy(tx, deps, note) : [],
    heardAt,
    stale: !off && note.seenExpiresAt !== null && note.seenExpiresAt <= tx.now,
    last: last && { from: last.from, to: last.to, outcome: last.outcome, why: last.why, at: last.at },
  }
}

const NO_FAULT = { fault: null, message: null }

function faultOf(
  is: UpdateState["is"],
  { verdict, version, fetchFault }: UpdateNote,
): Pick<UpdateState, "fault" | "message"> {
  if (verdict?.do === "refuse") return { fault: verdict.because, message: verdict.message }
  if (verdict?.do === "wait" && verdict.because === "CLOCK") return { fault: "CLOCK", message: CLOCK_IS_WRONG }
  if (is !== "fetching" || fetchFault === null || fetchFault.version !== version) return NO_FAULT
  return { fault: fetchFault.kind, message: fetchFault.message }
}

function stageOf({ data }: UpdateStateDeps, { verdict, version, fetched }: UpdateNote): UpdateState["is"] {
  if (verdict?.do === "refuse" || (verdict?.do === "wait" && verdict.because === "CLOCK")) return "refused"
  if (verdict?.do !== "take") return "current"
  if (fetched !== version) return "fetching"
  return requestId(updateFolderOf(data)) === null ? "waiting" : "asked"
}

/** What prevents the installation now. */
export function blockedBy(tx: BoxTx, deps: UpdateStateDeps, { nowUntil }: UpdateNote): PostponeReason[] {
  const store = readConfig(tx)?.store ?? null
  const byManager = store === null || (nowUntil !== null && nowUntil > tx.now)
  const hours = store ?? { timeZone: "UTC", active: "INACTIVE" as const, operatingHours: {} }
  return postponedBecause(deps.busy(tx), hours, { byManager, now: tx.now })
}
