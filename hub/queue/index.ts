/** The durable queue: what must be done is a row of the transaction that made it, and is done once. */

export type { QueueParts } from "./deps.ts"
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
export { createJobsDesk, type JobsDesk } from "./jobs-admin.ts"
export type { JobLine, JobsAsked } from "./jobs-admin-store.ts"
export { createQueue, type Queue } from "./queue.ts"
