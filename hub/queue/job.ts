/** What a job is, how a kind of job is run, and how a job ends. */
import type { JobStatus } from "../../protocol/rules/queue/queue-states.ts"
import type { RetryPolicy } from "../../protocol/rules/queue/retry.ts"
import type { Tenant, TenantWrite } from "../storage/index.ts"

/** A job as its worker sees it. */
export interface Job<Body = unknown> {
  readonly id: string
  readonly kind: string
  readonly lane: string
  readonly tenant: Tenant
  /** This attempt included. */
  readonly attempts: number
  readonly body: Body
  readonly firstReceivedAt: string
}

/** JSON that a lookup of the job shows. */
export type JobResult = Readonly<Record<string, unknown>> | null

export type JobEnd =
  | { readonly is: "processed"; readonly result: JobResult }
  /** Nothing had to be done: a duplicate, or an event that changes nothing. */
  | { readonly is: "ignored"; readonly result: JobResult }
  /** What the worker wrote is undone. The job is tried again by the kind's policy, or is `dead` when the attempts are used up. A thrown error means the same. */
  | { readonly is: "retry"; readonly error: string; readonly afterMs?: number }
  /** The body can never succeed. What the worker wrote stays. */
  | { readonly is: "failed"; readonly error: string }

export interface ExternalResult<Record = unknown> {
  readonly end: JobEnd
  /** Runs in the transaction that ends the job, and only if this worker still has its lease. May run more than once. */
  write?(tx: TenantWrite): Promise<void>
  /** What `write` would store, for a kind with `writeRecords`. */
  readonly record?: Record
}

/** An end after which nothing is left to do. */
export type Done = Extract<JobEnd, { is: "processed" | "ignored" }>

interface AnyKind {
  readonly retry: RetryPolicy
  /** Jobs of one lane that may run at once, over all processes (20). With 1, a lane's jobs run in their order. */
  readonly laneMax?: number
  /** Whether a job that waits for its next attempt blocks the rest of its lane. Otherwise the others go on. */
  readonly blocksLane?: boolean
  /** How long a job of a lost worker waits for another one (10 s, external 25 s). A living worker renews its lease. */
  readonly leaseMs?: number
  /** Runs in the transaction in which a job of this kind becomes `dead`. */
  onDead?(tx: TenantWrite, job: Job<never>, error: string): Promise<void>
}

/** A job whose effect is in the database. Effect and end share one transaction. The functions may run more than once, so they change nothing but `tx`. */
export interface TransactionalJobKind<Body = unknown> extends AnyKind {
  apply(tx: TenantWrite, job: Job<Body>): Promise<JobEnd>
  /** Locks the rows that the jobs of a transaction need, in one order, before the first of them runs. It is not called for a single job, so `apply` must lock them first too. */
  lockFirst?(tx: TenantWrite, jobs: readonly Job<Body>[]): Promise<void>
  /** Applies several jobs of one tenant in fewer statements, and returns their ends in order. When it fails, each job runs by itself. */
  applyBatch?(tx: TenantWrite, jobs: readonly Job<Body>[]): Promise<JobEnd[]>
}

/** A job that calls something outside. One transaction then ends it. A crash between the two repeats the call. */
export interface ExternalJobKind<Body = unknown, Record = unknown> extends AnyKind {
  /** Jobs that one process runs at once, over all lanes (50). */
  readonly processMax?: number
  /** Jobs that one process leases of a healthy lane of which no other process has any (`laneMax`). Those above `laneMax` wait for their turn. */
  readonly laneLeasedMax?: number
  /** `signal` aborts when the hub stops or another worker has taken the job. */
  run(job: Job<Body>, signal: AbortSignal): Promise<ExternalResult<Record>>
  /** Stores the records of several jobs of one tenant in one transaction and fewer statements. When it fails, each is written by itself. */
  writeRecords?(tx: TenantWrite, records: readonly Record[]): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: each kind knows its own body.
export type JobKind = TransactionalJobKind<any> | ExternalJobKind<any, any>
/** By the name that a job's `kind` gives. */
export type JobKinds = Readonly<Record<string, JobKind>>

/** What a lookup of a job returns. */
export interface JobRecord {
  readonly id: string
  readonly kind: string
  readonly status: JobStatus
  readonly attempts: number
  readonly body: unknown
  readonly result: JobResult
  readonly error: { readonly message: string } | null
  readonly firstReceivedAt: string
}

export interface NewJob {
  readonly kind: string
  /** What shares a fate: an endpoint, a store, an order. A slow lane does not slow the others. ASCII. */
  readonly lane: string
  /** JSON. */
  readonly body: unknown
  /** ISO moment in UTC. Left out: at once. */
  readonly runAt?: string
  /** A UUID v7; jobs of a lane run in the order of their ids. Left out: a new one. */
  readonly id?: string
}

/** A job that was done in the transaction that asks for it. */
export interface EndedJob extends NewJob {
  readonly id: string
  readonly end: Done
}
