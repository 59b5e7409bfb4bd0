/** The tables of fiscal numbering as Kysely sees them. */
import type { Tenanted } from "./tenant-columns.ts"

interface FiscalSequenceTable extends Tenanted {
  sequence_key: string
  /** The number that was drawn last. */
  last: number
}

interface FiscalRequestTable extends Tenanted {
  fiscal_request_id: string
  store_id: string
  external_id: string
  operation: string
  side: string
  sequence_key: string | null
  sequence: number | null
  order_id: string | null
  event_id: string | null
  submission: string
  flag: string | null
  created_at: string
  /** JSON of the shape `FiscalRecord`. */
  record: string
}

/** Points of a store's boxes: one box a point, for ever; the empty point names the box of now. */
interface FiscalBoxPointTable extends Tenanted {
  store_id: string
  /** What the point is known by, as JSON. */
  point: string
  /** The box that numbers from it, by its epoch. */
  epoch: string
}

export interface FiscalTables {
  fiscal_sequence: FiscalSequenceTable
  fiscal_request: FiscalRequestTable
  fiscal_box_point: FiscalBoxPointTable
}
