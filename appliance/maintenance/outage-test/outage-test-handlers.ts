/** Starts an outage drill, ends it before its time, and shows it and those before. */
import type { endDrill, listDrills, startDrill } from "../../../protocol/http/outage-test.ts"
import { refuse } from "../../../protocol/refusals.ts"
import type { RecordAudit } from "../../audit/index.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { findDrill, listOver, runningDrill } from "./outage-tests-store.ts"
import { type Drill, face } from "./run-outage-test.ts"

export interface DrillHandling {
  readonly drill: Drill
  readonly record: RecordAudit
  /** Whether the box has a store at the hub, and so a line to cut. */
  readonly isClaimed: () => boolean
}

export const startDrillHandler =
  ({ drill, record, isClaimed }: DrillHandling): BoxHandler<typeof startDrill> =>
  (tx, { body, caller }) => {
    const known = findDrill(tx, body.drillId)
    if (known) return { status: 200, data: drill.read(tx) ?? face(known) }
    if (runningDrill(tx)) return refuse("CONFLICT", "A drill is running already: wait for its end, or end it.")
    if (!isClaimed()) return refuse("CONFLICT", "This box has no line to a hub yet, so there is nothing to cut.")
    const startedBy = caller.staff?.name ?? caller.device?.name ?? null
    record(tx, { action: "drill.start", caller, subject: body.drillId, detail: { minutes: body.minutes } })
    return { status: 201, data: drill.begin(tx, { ...body, startedBy }) }
  }

export const endDrillHandler =
  ({ drill, record }: DrillHandling): BoxHandler<typeof endDrill> =>
  (tx, { params, caller }) => {
    const known = findDrill(tx, params.drillId)
    if (!known) return refuse("NOT_FOUND", "There was no such drill at this box.")
    if (known.state !== "cut") return { status: 200, data: face(known) }
    record(tx, { action: "drill.end", caller, subject: known.drillId })
    return { status: 200, data: drill.end(tx, known, "by_person") }
  }

export const listDrillsHandler =
  ({ drill }: DrillHandling): BoxHandler<typeof listDrills> =>
  (tx) => ({ status: 200, data: { running: drill.read(tx), reports: listOver(tx).map(face) } })
