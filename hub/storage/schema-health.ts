/** The tables of component health: components, outages, and the watch lease. */

interface ComponentTable {
  account_id: string
  vendor_id: string
  component_id: string
  store_id: string
  component_type: string
  /** `hub` or `box`: which of them received its last heartbeat. */
  via: string
  state: string
  /** The status in its last heartbeat. */
  status: string
  trial_hour: string | null
  first_beat_at: string
  last_beat_at: string
  /** On the component's clock. Older heartbeats are ignored. */
  sent_at: string | null
  told_seconds: number
  patience_seconds: number
  /** For a box: when it came back from its last outage. */
  resumed_at: string | null
  /** When the watcher checks it next. Heartbeats do not change it. */
  look_at: string
  /** JSON of the shape `Heartbeat`: the last accepted one. */
  record: string
}

interface ComponentOutageTable {
  account_id: string
  vendor_id: string
  outage_id: string
  store_id: string
  component_id: string
  component_type: string
  started_at: string
  declared_at: string
  ended_at: string | null
  /** `heard` (it came back) or `retired`. */
  end_reason: string | null
  /** For a box: the number of devices that cannot be seen while the box is offline. */
  behind: number
  /** 1: an outage test of the store. */
  drill: number
}

/** One row: which process watches, until when, and since when the hub has received heartbeats without interruption. */
interface HealthWatchTable {
  name: string
  holder: string
  fence: number
  lease_until: string
  alive_at: string
  listening_since: string | null
}

export interface HealthTables {
  component: ComponentTable
  component_outage: ComponentOutageTable
  health_watch: HealthWatchTable
}
