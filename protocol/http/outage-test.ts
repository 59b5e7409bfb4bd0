/** The outage drill: the box cuts its own line to the hub for some minutes and tells what happened meanwhile. */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const MINUTES_MAX = 15

const Whole = Type.Integer({ minimum: 0 })

export const OutageTestReport = Type.Object({
  drillId: Uuid,
  startedAt: Instant,
  /** When the line comes back, or came back. */
  endsAt: Instant,
  /** `cut`: running. `catching_up`: the line may come back, the hub has not heard everything yet. `over`: it has. */
  state: oneOf("cut", "catching_up", "over"),
  /** Why it ended before its time, if it did. */
  ended: nullable(oneOf("by_time", "by_person")),
  startedBy: nullable(Type.String()),
  ordersSold: Whole,
  printed: Whole,
  /** Changes made meanwhile that wait for the hub, or waited. */
  queued: Whole,
  /** What the box refused meanwhile because it had no line, such as payment links; by endpoint. */
  refused: Type.Array(Type.Object({ what: Type.String(), count: Whole })),
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
    /** Made by the page: repeating the request starts one drill. */
    drillId: Uuid,
    minutes: Type.Integer({ minimum: 1, maximum: MINUTES_MAX }),
  }),
  replies: { 200: OutageTestReport, 201: OutageTestReport },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Cuts the box's own line to the hub for 1 to 15 minutes; the store goes on selling.",
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
  summary: "Brings the line back before its time; ending a drill that is over changes nothing.",
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
  summary: "The drill that runs, with its figures so far, and the reports of those before.",
  section: "screens.md#outage-test",
})
