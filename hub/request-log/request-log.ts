/** Logs the requests of API keys. They are collected in memory and written once a second, so that no request waits. A crash may lose that second. */
import Type, { type TSchema } from "typebox"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { wrapSchema } from "../../protocol/http/envelopes.ts"
import { familyOf } from "../../protocol/http/families.ts"
import { redact } from "../../protocol/rules/requests/redact.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { RecordedExchange } from "../../runtime/http/answer-endpoint.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import type { HubStore } from "../storage/index.ts"
import { insertRows, type LogRow, pruneRows } from "./request-log-store.ts"
import { truncateValue } from "./truncate-value.ts"

const WRITE_EVERY_MS = 1_000
/** Rows per transaction. Their redaction blocks the process for some milliseconds. */
const BATCH_MAX = 250
/** At most so many requests wait for a write; the rest is counted and logged. */
const WAITING_MAX = 5_000
/** Characters kept of each side. The body of an order has two to three thousand. */
const SIDE_MAX_CHARS = 4_096
/** Characters read of each side, more than are kept, because redaction makes it shorter. */
const SIDE_READ_CHARS = 4 * SIDE_MAX_CHARS
const PRUNE_EVERY_MS = 60 * 60 * 1000
const PRUNE_MAX = 1_000
const PRUNES_MAX = 200

export interface RequestLogDeps {
  readonly store: HubStore
  readonly ids: Pick<Ids, "uuid">
  readonly clock: Clock
  readonly log: Log
  /** How long a request is kept. */
  readonly keptMs: number
}

export interface RequestLog {
  /** The server calls it after each answer. */
  readonly keep: (exchange: RecordedExchange) => void
  /** Writes all waiting rows. */
  flush(): Promise<void>
  /** Deletes rows that are older than the retention. */
  prune(): Promise<void>
  readonly parts: readonly Part[]
}

interface Waiting extends RecordedExchange {
  readonly logId: string
  readonly at: string
}

export function createRequestLog({ store, ids, clock, log, keptMs }: RequestLogDeps): RequestLog {
  let waiting: Waiting[] = []
  let lost = 0
  const keep = (exchange: RecordedExchange) => {
    if (exchange.caller.accountId === "") return
    if (waiting.length >= WAITING_MAX) lost += 1
    else waiting.push({ ...exchange, logId: ids.uuid(), at: clock.iso() })
  }
  let writingNow: Promise<void> = Promise.resolve()
  // One at a time, because two would write the same rows.
  const flush = () => {
    writingNow = writingNow.catch(() => {}).then(writeAll)
    return writingNow
  }
  const writeAll = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      const rows = batch.map(toRow)
      await store.system.write((tx) => insertRows(tx, store.dialect, rows))
      waiting = waiting.slice(batch.length)
    }
    if (lost > 0) log.warn({ lost }, "requests are missing in the request log: it could not keep up")
    lost = 0
  }
  const prune = async () => {
    if (keptMs === Number.POSITIVE_INFINITY) return
    for (let round = 0; round < PRUNES_MAX; round += 1) {
      const gone = await store.system.write((tx) => pruneRows(tx, clock.ms() - keptMs, PRUNE_MAX))
      if (gone < PRUNE_MAX) return
    }
  }
  const writing = { name: "request log", everyMs: WRITE_EVERY_MS, log }
  const pruning = { name: "request log pruning", everyMs: PRUNE_EVERY_MS, log }
  const writer = repeat({ ...writing, whenFailed: "the request log was not written; it is tried again" }, flush)
  const pruner = repeat({ ...pruning, whenFailed: "the request log was not pruned; it is tried again" }, prune)
  const stop = async () => {
    await writer.stop()
    await flush().catch((error) => log.warn({ err: error }, "the request log lost its last second"))
  }
  return { keep, flush, prune, parts: [{ name: writer.name, start: writer.start, stop }, pruner] }
}

function toRow({ logId, at, value, caller, requestId, status, ms, request: asked, answer: answered }: Waiting): LogRow {
  return {
    log_id: logId,
    account_id: caller.accountId,
    vendor_id: caller.vendorId,
    key_id: caller.keyId,
    at,
    method: value.method,
    path: value.path,
    status,
    duration_ms: Math.round(ms),
    request_id: requestId,
    asked: sideOf(requestSchema(value), asked),
    answered: sideOf(answerSchema(value, status), answered),
  }
}

const requestSchemas = new WeakMap<Endpoint, TSchema>()

function requestSchema(value: Endpoint): TSchema {
  const known = requestSchemas.get(value)
  if (known) return known
  const { params = Type.Unknown(), query = Type.Unknown(), body = Type.Unknown() } = value
  const schema = Type.Object({ params, query, body })
  requestSchemas.set(value, schema)
  return schema
}

const answerSchemas = new WeakMap<Endpoint, Map<number, TSchema>>()

/** Of the whole answer, with its envelope; a status that the endpoint does not list is a refusal. */
function answerSchema(value: Endpoint, status: number): TSchema {
  const byStatus = answerSchemas.get(value) ?? new Map<number, TSchema>()
  answerSchemas.set(value, byStatus)
  const family = familyOf(value.family)
  const data = value.replies[status]
  const schema = byStatus.get(status) ?? (data ? wrapSchema(family, data) : family.errorSchema([]))
  byStatus.set(status, schema)
  return schema
}

/** One side as it is stored: without secrets and personal data, and truncated. */
function sideOf(schema: TSchema, side: unknown): string {
  const begin = truncateValue(side, SIDE_READ_CHARS)
  const text = JSON.stringify(redact(schema, begin, { showsPersonal: false })) ?? ""
  return text.length > SIDE_MAX_CHARS || begin !== side ? `${text.slice(0, SIDE_MAX_CHARS)}…` : text
}
