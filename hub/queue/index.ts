/** The durable queue: a job is a row of the transaction that asks for it, and takes effect once. */

export type { QueueDeps } from "./deps.ts"
export { dropQueued, enqueue, enqueueAll, findJob, forgetBody, recordEnded } from "./enqueue-store.ts"
export type { KindFigures } from "./figures-store.ts"
export type {
  Done,
  EndedJob,
  ExternalJobKind,
  ExternalResult,
  Job,
  JobEnd,
  JobKind,
  JobKinds,
  JobRecord,
  JobResult,
  NewJob,
  TransactionalJobKind,
} from "./job.ts"
export { createJobsAdmin, type JobsAdmin } from "./jobs-admin.ts"
export type { JobQuery, JobRow } from "./jobs-admin-store.ts"
export { createQueue, type Queue } from "./queue.ts"
