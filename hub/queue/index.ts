/** The durable queue: what must be done is a row of the transaction that made it, and is done once. */
export { createJobsDesk, type JobsDesk } from "./desk.ts"
export type { JobLine, JobsAsked } from "./desk-store.ts"
export { dropQueued, enqueue, enqueueAll, findJob, forgetBody, recordEnded } from "./enqueue-store.ts"
export type { KindFigures } from "./figures-store.ts"
export type {
  Done,
  EndedJob,
  InTransactionKind,
  Job,
  JobEnd,
  JobKind,
  JobKinds,
  JobRecord,
  JobResult,
  NewJob,
  Outcome,
  OutsideKind,
} from "./job.ts"
export { createQueue, type Queue } from "./queue.ts"
export type { QueueParts } from "./queue-parts.ts"
