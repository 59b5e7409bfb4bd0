/** The tables of what has been archived. */
import type { Tenanted } from "./tenant-columns.ts"

/** One file of one month of a vendor; what was still open then comes in a later part. */
interface ArchivePartTable extends Tenanted {
  /** `2026-01`. */
  month: string
  part: number
  /** Who is at it, and when that was known last. */
  claim: string
  claimed_at: string
  /** Its name, without its directory. */
  file: string
  /** Of its lines before the last; null until it is written and checked. */
  sha256: string | null
  orders: number
  /** Orders of the month that could not go yet. */
  stayed: number
  written_at: string | null
  /** When the last of its orders was gone from the database. */
  dropped_at: string | null
}

/** An order that is in a file, and would be counted twice if it came again. */
interface ArchivedOrderTable extends Tenanted {
  order_id: string
  month: string
}

export interface ArchiveTables {
  archive_part: ArchivePartTable
  archived_order: ArchivedOrderTable
}
