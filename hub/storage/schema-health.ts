/** The tables of component health: lives, outages, and who watches. */

interface ComponentTable {
  account_id: string
  vendor_id: string
  component_id: string
  store_id: string
  component_type: string
  /** `hub` or `box`: through whom it was heard last. */
  via: string
  state: string
  /** What its last beat said of itself. */
  status: string
  trial_hour: string | null
  first_beat_at: string
  last_beat_at: string
  /** On the component's own clock: what older beats are held against. */
  sent_at: string | null
  told_seconds: number
  patience_seconds: number
  /** Of a box: when it was back from its last silence. */
  resumed_at: string | null
  /** When the watcher looks at it next; beats leave it where it is. */
  look_at: string
  /** JSON of the shape `Heartbeat`: the last beat that counted. */
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
  /** `heard` or `retired`. */
  end_reason: string | null
  /** Of a box: how many devices nobody hears while it is silent. */
  behind: number
  /** 1: the store held a drill. */
  drill: number
}

/** One row: who watches, until when, and since when the hub has been listening without a break. */
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
