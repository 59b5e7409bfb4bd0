/** What a job is, how a room works on it, and how it ends. */
import type { JobStatus } from "../../protocol/rules/queue/queue-states.ts"
import type { RetryPolicy } from "../../protocol/rules/queue/retry.ts"
import type { Tenant, TenantWrite } from "../storage/index.ts"

/** A job in the hands of a worker. */
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

/** JSON that whoever looks the job up is shown. */
export type JobResult = Readonly<Record<string, unknown>> | null

export type JobEnd =
  | { readonly is: "processed"; readonly result: JobResult }
  /** Handled, and nothing had to be done: a duplicate, an event that moves nothing. */
  | { readonly is: "ignored"; readonly result: JobResult }
  /** Not now: what the worker wrote is undone; tried again by the kind's policy, or `dead` when the attempts are used up. A thrown error is the same. */
  | { readonly is: "retry"; readonly error: string; readonly afterMs?: number }
  /** Never: the payload cannot succeed. What the worker wrote stays. */
  | { readonly is: "failed"; readonly error: string }

export interface Outcome<Told = unknown> {
  readonly end: JobEnd
  /** Written in the transaction that ends the job, and only if the job is still ours. May run more than once. */
  write?(tx: TenantWrite): Promise<void>
  /** What `write` would write, for a kind that writes what several have told in fewer statements. */
  readonly told?: Told
}

/** Nothing is left to do. */
export type Done = Extract<JobEnd, { is: "processed" | "ignored" }>

interface AnyKind {
  readonly retry: RetryPolicy
  /** How many jobs of one lane may be worked on at once, over all processes. 1 runs a lane's jobs in their order. */
  readonly laneMax?: number
  /** Whether a job that waits for its next attempt holds back the rest of its lane; else it steps aside meanwhile. */
  readonly holdsLane?: boolean
  /** How long a job of a lost worker lies still; a living worker extends it. */
  readonly leaseMs?: number
  /** Called in the transaction in which a job of this kind becomes `dead`. */
  onDead?(tx: TenantWrite, job: Job<never>, error: string): Promise<void>
}

/** Effect and end of the job share one transaction. The function may run more than once: it touches `tx` and nothing else. */
export interface TransactionalJobKind<Body = unknown> extends AnyKind {
  inTransaction(tx: TenantWrite, job: Job<Body>): Promise<JobEnd>
  /** Takes hold of what several jobs of one tenant go on to, before the first of those that share a transaction: in one order, whatever theirs is. */
  holdFirst?(tx: TenantWrite, jobs: readonly Job<Body>[]): Promise<void>
  /** The same for several jobs of one tenant in fewer statements: their ends, in their order. When it fails, each is worked on by itself. */
  together?(tx: TenantWrite, jobs: readonly Job<Body>[]): Promise<JobEnd[]>
}

/** Reaches the world first, outside any transaction; then one transaction ends the job. A crash between the two repeats it. */
export interface ExternalJobKind<Body = unknown, Told = unknown> extends AnyKind {
  /** Jobs that one process works on at once, over all lanes. */
  readonly atOnceMax?: number
  /** Jobs that one process holds of a lane which nobody else works on: they wait for their turn, or for their end to be written (default `laneMax`). */
  readonly laneHeldMax?: number
  /** `signal` aborts when the hub stops or the job was lost to another worker. */
  outside(job: Job<Body>, signal: AbortSignal): Promise<Outcome<Told>>
  /** What several outcomes of one tenant have told, in one transaction and fewer statements. When it fails, each is written by itself. */
  writeTold?(tx: TenantWrite, told: readonly Told[]): Promise<void>
}

// biome-ignore lint/suspicious/noExplicitAny: each kind knows its own body.
export type JobKind = TransactionalJobKind<any> | ExternalJobKind<any, any>
/** The workers, by the kind that jobs name. */
export type JobKinds = Readonly<Record<string, JobKind>>

/** What a lookup answers. */
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
  /** What shares a fate: an endpoint, a store, an order. A slow or dead lane slows no other one. ASCII. */
  readonly lane: string
  /** JSON. */
  readonly body: unknown
  /** ISO moment in UTC; absent is at once. */
  readonly runAt?: string
  /** A UUID v7 of `ids.uuid()`: within a lane, jobs run by it. Absent is a new one. */
  readonly id?: string
}

/** One that was worked off in the transaction that asks for it. */
export interface EndedJob extends NewJob {
  readonly id: string
  readonly end: Done
}
