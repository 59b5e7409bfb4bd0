/** The endpoints of the outage test: the box cuts its own connection to the hub for some minutes and reports what it sold meanwhile. */
import Type, { type Static } from "typebox"
import { personal } from "../shapes/privacy.ts"
import { Instant, nullable, oneOf, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const MINUTES_MAX = 15

const Count = Type.Integer({ minimum: 0 })

export const OutageTestReport = Type.Object({
  drillId: Uuid,
  startedAt: Instant,
  /** When the connection is or was restored. */
  endsAt: Instant,
  /** `cut`: the test runs. `catching_up`: the connection is allowed again, but the hub does not have every change yet. `over`: it has. */
  state: oneOf("cut", "catching_up", "over"),
  /** Why it ended; null while it runs. */
  ended: nullable(oneOf("by_time", "by_person")),
  startedBy: personal(nullable(Type.String())),
  ordersSold: Count,
  printed: Count,
  /** Changes made during the test that wait or waited for the hub. */
  queued: Count,
  /** Requests that the box refused because the hub was unreachable, such as payment links; by endpoint. */
  refused: Type.Array(Type.Object({ what: Type.String(), count: Count })),
  caughtUpAt: nullable(Instant),
  catchUpSeconds: nullable(Type.Number({ minimum: 0 })),
})
export type OutageTestReport = Static<typeof OutageTestReport>

export const startOutageTest = endpoint({
  name: "drill.start",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/drills",
  scope: "store:manage",
  role: "manager",
  body: Type.Object({
    /** Made by the page: a repeated request starts one test. */
    drillId: Uuid,
    minutes: Type.Integer({ minimum: 1, maximum: MINUTES_MAX }),
  }),
  replies: { 200: OutageTestReport, 201: OutageTestReport },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Cuts the box's own connection to the hub for 1 to 15 minutes; the store goes on selling.",
  section: "screens.md#outage-test",
})

export const endOutageTest = endpoint({
  name: "drill.end",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/drills/:drillId/end",
  scope: "store:manage",
  role: "manager",
  params: Type.Object({ drillId: Uuid }),
  replies: { 200: OutageTestReport },
  refusals: ["NOT_FOUND"],
  summary: "Ends an outage test early; a repeat changes nothing.",
  section: "screens.md#outage-test",
})

export const listOutageTests = endpoint({
  name: "drill.list",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/drills",
  scope: "store:manage",
  replies: { 200: Type.Object({ running: nullable(OutageTestReport), reports: Type.Array(OutageTestReport) }) },
  refusals: [],
  summary: "Lists the running outage test with its figures so far, and the reports of earlier ones.",
  section: "screens.md#outage-test",
})
