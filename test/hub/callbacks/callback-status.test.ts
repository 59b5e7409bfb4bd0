/** How a report stands, whatever of it was read before or after somebody's commit. */
import { expect, it } from "vitest"
import { callbackStatus } from "../../../hub/callbacks/callback-status.ts"
import { WAITS_FOR_STORE } from "../../../hub/callbacks/callbacks-store.ts"
import type { JobRecord } from "../../../hub/queue/index.ts"

const RECORD = { id: "1", kind: "callback.kitchen", body: {}, attempts: 1, error: null, firstReceivedAt: "" }
const job = (status: JobRecord["status"], result: JobRecord["result"]): JobRecord => ({ ...RECORD, status, result })
const judged = { status: "processed", attempts: 1, result: { kind: "recorded" }, error: null } as const

it.each([
  ["its job, while that is on its way", null, job("queued", null), "queued"],
  ["its job, where the hub is the judge", null, job("processed", { kind: "recorded" }), "processed"],
  ["its store, before the store has judged", WAITS_FOR_STORE, job("processed", WAITS_FOR_STORE.result), "processing"],
  ["its store, once it has judged", judged, job("processed", WAITS_FOR_STORE.result), "processed"],
  [
    "its store, also where it was read just before it was handed over, and its job just after",
    null,
    job("processed", WAITS_FOR_STORE.result),
    "processing",
  ],
] as const)("is derived from %s", (_by, outcome, record, status) => {
  expect(callbackStatus({ outcome }, record)?.status).toBe(status)
})

it("is null once its job was pruned", () => expect(callbackStatus({ outcome: null }, null)).toBeNull())
