/** State machine of a queued job (docs/contract/callbacks.md#queue-record). */
import { machine } from "../../machine.ts"

type QueueState = (typeof QUEUE_STATES.states)[number]
export type JobStatus = Exclude<QueueState, "(new)">
export type QueueTrigger = (typeof QUEUE_STATES.triggers)[number]

export const QUEUE_STATES = machine({
  states: ["(new)", "queued", "processing", "retry", "processed", "failed", "dead", "ignored"],
  triggers: [
    "accepted",
    "picked up",
    "succeeded",
    "no action needed",
    "failed, may be tried again",
    "can never succeed",
    "attempts used up",
    "worker was lost",
    "given back untried",
    "given back",
    "database in trouble",
    "retried by hand",
  ],
  rows: [
    { from: "(new)", on: "accepted", to: "queued" },
    { from: "queued", on: "picked up", to: "processing", also: "attempts +1, a lease begins" },
    { from: "retry", on: "picked up", to: "processing", also: "attempts +1, a lease begins" },
    { from: "processing", on: "succeeded", to: "processed" },
    { from: "processing", on: "no action needed", to: "ignored", also: "a duplicate, or an event that moves nothing" },
    { from: "processing", on: "failed, may be tried again", to: "retry", also: "due after the wait of its policy" },
    { from: "processing", on: "can never succeed", to: "failed", also: "a person sees why" },
    { from: "processing", on: "attempts used up", to: "dead", also: "a person sees why" },
    { from: "processing", on: "worker was lost", to: "retry", also: "its lease has ended; the attempt counts" },
    { from: "processing", on: "given back untried", to: "queued", also: "at a stop; the attempt does not count" },
    { from: "processing", on: "given back", to: "retry", also: "at a stop; the attempt does not count" },
    { from: "processing", on: "database in trouble", to: "retry", also: "for a day the attempt does not count" },
    { from: "failed", on: "retried by hand", to: "queued", also: "attempts begin anew" },
    { from: "dead", on: "retried by hand", to: "queued", also: "attempts begin anew" },
  ],
})

/** Final states; a person may still retry `failed` and `dead` jobs. */
export const ENDED = ["processed", "failed", "dead", "ignored"] as const satisfies readonly JobStatus[]
type EndedStatus = (typeof ENDED)[number]

/** States in which a person must act. */
export const NEEDS_PERSON = ["failed", "dead"] as const satisfies readonly EndedStatus[]
