/** The tables of jobs, events and deliveries. */
import type { Tenanted } from "./tenant-columns.ts"

interface WebhookEndpointTable {
  endpoint_id: string
  account_id: string
  /** Null: the endpoint receives the events of every vendor of its account. */
  vendor_id: string | null
  name: string
  url: string
  /** JSON list of `*`, `order.*` or event types. */
  events: string
  secret_sealed: string
  created_at: string
  /** The secret before the last rotation. Until then it signs too. */
  old_secret_sealed: string | null
  old_secret_until: string | null
  /** The first failure since the last success. */
  failing_since: string | null
  /** Deliveries to a disabled endpoint are kept, as `held`. */
  disabled_at: string | null
  disabled_why: string | null
}

export interface EventTable extends Tenanted {
  /** UUID v7, so roughly the order of writing. It is no cursor, because several processes write. */
  id: string
  /** `evt_` and 12 hex digits, as receivers see it. */
  event_id: string
  /** The id that the store created. Equal to `event_id`, unless that was taken. */
  made_id: string | null
  type: string
  version: number
  order_id: string | null
  sequence: number
  created_at: string
  /** The bytes that are signed and sent. Created once. */
  body: Uint8Array
}

/** The delivery of an event to one endpoint. */
export interface DeliveryTable extends Tenanted {
  delivery_id: string
  /** `event.id`. */
  event_key: string
  endpoint_id: string
  /** `waiting`, `held`, `delivered`, `dead` or `expired`. */
  status: string
  /** Rises with each new round of attempts. A job of an earlier round does nothing. */
  round: number
  /** Attempts of this round. */
  attempts: number
  created_at: string
  updated_at: string
  delivered_at: string | null
  last_status: number | null
  last_error: string | null
}

/** Request and answer of one delivery attempt. */
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

/** A replay: past events that are sent again, in batches. The row is the cursor. */
interface ReplayTable extends Tenanted {
  replay_id: string
  /** Null: every endpoint whose filter matches. */
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

/** A job and its progress. */
interface JobTable extends Tenanted {
  job_id: string
  kind: string
  lane: string
  status: string
  /** 1: due. 2: scheduled for later. 0: running or finished. */
  waiting: number
  attempts: number
  fence: number
  run_at: string
  lease_until: string | null
  first_received_at: string
  ended_at: string | null
  /** JSON, like the result. */
  body: string
  result: string | null
  /** A readable sentence. */
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
