/** The tables of fiscal numbering as Kysely sees them. */

interface Tenanted {
  account_id: string
  vendor_id: string
}

export interface FiscalSequenceTable extends Tenanted {
  sequence_key: string
  /** The number that was drawn last. */
  last: number
}

export interface FiscalRequestTable extends Tenanted {
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

/** Points that a box of the store has numbered from, and that no later box may number from again. */
export interface FiscalBoxPointTable extends Tenanted {
  store_id: string
  /** JSON of the point. */
  point: string
  retired_at: string
}

export interface FiscalTables {
  fiscal_sequence: FiscalSequenceTable
  fiscal_request: FiscalRequestTable
  fiscal_box_point: FiscalBoxPointTable
}
