/** The archive's tables. */
import type { Tenanted } from "./tenant-columns.ts"

/** One file of one month of a vendor. Orders that were still open then come in a later part. */
interface ArchivePartTable extends Tenanted {
  /** `2026-01`. */
  month: string
  part: number
  /** Which process is writing it, and when it last renewed that claim. */
  claim: string
  claimed_at: string
  /** File name without directory. */
  file: string
  /** Hash of all lines before the last one. Null until the file is written and checked. */
  sha256: string | null
  orders: number
  /** Orders of the month that could not be archived yet. */
  stayed: number
  written_at: string | null
  /** When its last order was removed from the database. */
  dropped_at: string | null
}

/** An archived order. If it arrived again, it would be counted twice. */
interface ArchivedOrderTable extends Tenanted {
  order_id: string
  month: string
}

export interface ArchiveTables {
  archive_part: ArchivePartTable
  archived_order: ArchivedOrderTable
}
