/** The tables of what comes in, waits and goes out: jobs, events, deliveries. */
import type { Tenanted } from "./tenant-columns.ts"

interface WebhookEndpointTable {
  endpoint_id: string
  account_id: string
  /** Null: it hears of every vendor of its account. */
  vendor_id: string | null
  name: string
  url: string
  /** JSON: `*`, `order.*` or whole names. */
  events: string
  secret_sealed: string
  created_at: string
  /** The secret before the last rotation, which signs as well until then. */
  old_secret_sealed: string | null
  old_secret_until: string | null
  /** Its first failure since its last success. */
  failing_since: string | null
  /** A disabled endpoint keeps its deliveries, as `held`. */
  disabled_at: string | null
  disabled_why: string | null
}

export interface EventTable extends Tenanted {
  /** UUID v7: roughly the order of writing; several processes write, so it is no cursor. */
  id: string
  /** `evt_` and 12 hex digits, as receivers see it. */
  event_id: string
  /** The id that a store made: `event_id` too, unless somebody had it before. */
  made_id: string | null
  type: string
  version: number
  order_id: string | null
  sequence: number
  created_at: string
  /** The bytes that are signed and sent, made once. */
  body: Uint8Array
}

/** An event on its way to one endpoint. */
export interface DeliveryTable extends Tenanted {
  delivery_id: string
  /** `event.id`. */
  event_key: string
  endpoint_id: string
  /** `waiting`, `held`, `delivered`, `dead` or `expired`. */
  status: string
  /** Counts how often it was set on its way; an earlier round's job does nothing. */
  round: number
  /** Of this round. */
  attempts: number
  created_at: string
  updated_at: string
  delivered_at: string | null
  last_status: number | null
  last_error: string | null
}

/** Both sides of one attempt to deliver. */
interface DeliveryAttemptTable extends Tenanted {
  attempt_id: string
  delivery_id: string
  at: string
  duration_ms: number
  url: string
  request_headers: string
  status: number | null
  response_headers: string | null
  response_body: string | null
  error: string | null
}

/** Events of a time that are sent again, batch by batch: the row is its own cursor. */
interface ReplayTable extends Tenanted {
  replay_id: string
  /** Null: every endpoint that wants the event. */
  endpoint_id: string | null
  from_at: string
  to_at: string
  cursor_at: string
  cursor_id: string
  total: number
  seen: number
  queued: number
  created_at: string
  ended_at: string | null
}

/** Work that must be done, and how far it has come. */
interface JobTable extends Tenanted {
  job_id: string
  kind: string
  lane: string
  status: string
  /** 1: due, 2: later, 0: being worked on or ended. */
  waiting: number
  attempts: number
  fence: number
  run_at: string
  lease_until: string | null
  first_received_at: string
  ended_at: string | null
  /** JSON, as is the result. */
  body: string
  result: string | null
  /** A sentence. */
  error: string | null
  dismissed_at: string | null
  dismissed_note: string | null
}

export interface EventTables {
  webhook_endpoint: WebhookEndpointTable
  event: EventTable
  delivery: DeliveryTable
  delivery_attempt: DeliveryAttemptTable
  replay: ReplayTable
  job: JobTable
}
