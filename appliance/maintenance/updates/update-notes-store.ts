/** What the box remembers of updates, as one note on its disk. */

import type { UpdateOffer } from "../../../protocol/http/updates.ts"
import type { Verdict } from "../../../protocol/rules/updates/update-rules.ts"
import { type BoxTx, readMeta, writeMeta } from "../../storage/index.ts"

const KEY = "update.note"

export interface FetchFault {
  readonly version: string
  readonly kind: "NO_ROOM" | "LINE" | "OTHER_ARCHIVE"
  readonly message: string
}

export interface UpdateNote {
  readonly heardAt: string | null
  readonly ring: string | null
  readonly offer: UpdateOffer | null
  /** Of the offer; null where there is none. Keys that cannot be read and a bad signature are refusals of their own. */
  readonly verdict:
    | Verdict
    | { readonly do: "refuse"; readonly because: "KEYS" | "SIGNATURE"; readonly message: string }
    | null
  readonly version: string | null
  /** When the newest manifest that was believed was issued, and until when it vouches. */
  readonly seenIssuedAt: string | null
  readonly seenExpiresAt: string | null
  /** The version whose archive lies in the spool, whole and checked. */
  readonly fetched: string | null
  /** Why the latest try to fetch a version came to nothing. */
  readonly fetchFault: FetchFault | null
  /** A manager has said "now": until then the store's hours do not count. */
  readonly nowUntil: string | null
  /** The updater's answer that the trail has. */
  readonly told: string | null
}

const NOTHING: UpdateNote = {
  heardAt: null,
  ring: null,
  offer: null,
  verdict: null,
  version: null,
  seenIssuedAt: null,
  seenExpiresAt: null,
  fetched: null,
  fetchFault: null,
  nowUntil: null,
  told: null,
}

export function readNote(tx: BoxTx): UpdateNote {
  const kept = readMeta(tx.db, KEY)
  return kept === null ? NOTHING : { ...NOTHING, ...(JSON.parse(kept) as UpdateNote) }
}

export function changeNote(tx: BoxTx, change: Partial<UpdateNote>): UpdateNote {
  const note = { ...readNote(tx), ...change }
  writeMeta(tx.db, KEY, JSON.stringify(note))
  return note
}
