/** Starts an outage test, ends it early, and lists the running test and the earlier ones. */
import type { endOutageTest, listOutageTests, startOutageTest } from "../../../protocol/http/outage-test.ts"
import { refuse } from "../../../protocol/refusals.ts"
import type { RecordAudit } from "../../audit/index.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { findOutageTest, listOver, runningOutageTest } from "./outage-tests-store.ts"
import { type OutageTest, toReport } from "./run-outage-test.ts"

interface OutageTestDeps {
  readonly drill: OutageTest
  readonly record: RecordAudit
  /** Whether the box has a store at the hub, and so a link that a test can close. */
  readonly isClaimed: () => boolean
}

export const startOutageTestHandler =
  ({ drill, record, isClaimed }: OutageTestDeps): BoxHandler<typeof startOutageTest> =>
  (tx, { body, caller }) => {
    const known = findOutageTest(tx, body.drillId)
    if (known) return { status: 200, data: drill.read(tx) ?? toReport(known) }
    if (runningOutageTest(tx)) return refuse("CONFLICT", "A drill is running already: wait for its end, or end it.")
    if (!isClaimed()) return refuse("CONFLICT", "This box has no line to a hub yet, so there is nothing to cut.")
    const startedBy = caller.staff?.name ?? caller.device?.name ?? null
    record(tx, { action: "drill.start", caller, subject: body.drillId, detail: { minutes: body.minutes } })
    return { status: 201, data: drill.begin(tx, { ...body, startedBy }) }
  }

export const endOutageTestHandler =
  ({ drill, record }: OutageTestDeps): BoxHandler<typeof endOutageTest> =>
  (tx, { params, caller }) => {
    const known = findOutageTest(tx, params.drillId)
    if (!known) return refuse("NOT_FOUND", "There was no such drill at this box.")
    if (known.state !== "cut") return { status: 200, data: toReport(known) }
    record(tx, { action: "drill.end", caller, subject: known.drillId })
    return { status: 200, data: drill.end(tx, known, "by_person") }
  }

export const listOutageTestsHandler =
  ({ drill }: OutageTestDeps): BoxHandler<typeof listOutageTests> =>
  (tx) => ({ status: 200, data: { running: drill.read(tx), reports: listOver(tx).map(toReport) } })
