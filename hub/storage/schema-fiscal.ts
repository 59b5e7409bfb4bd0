/** The tables of fiscal numbering. */
import type { Tenanted } from "./tenant-columns.ts"

interface FiscalSequenceTable extends Tenanted {
  sequence_key: string
  /** The last number drawn. */
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

/** Issuing points of a store's boxes. Each point belongs to one box for ever; the empty point names the current box. */
interface FiscalBoxPointTable extends Tenanted {
  store_id: string
  /** JSON that identifies the point. */
  point: string
  /** The box that draws its numbers, by its epoch. */
  epoch: string
}

export interface FiscalTables {
  fiscal_sequence: FiscalSequenceTable
  fiscal_request: FiscalRequestTable
  fiscal_box_point: FiscalBoxPointTable
}
