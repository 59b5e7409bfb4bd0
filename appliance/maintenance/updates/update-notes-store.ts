/** The box's notes about updates, one row. */

import type { UpdateOffer } from "../../../protocol/http/updates.ts"
import type { UpdateVerdict } from "../../../protocol/rules/updates/update-rules.ts"
import { type BoxTx, readMeta, writeMeta } from "../../storage/index.ts"

const KEY = "update.note"

interface FetchFault {
  readonly version: string
  readonly kind: "NO_ROOM" | "LINE" | "OTHER_ARCHIVE"
  readonly message: string
}

export interface UpdateNote {
  readonly heardAt: string | null
  readonly ring: string | null
  readonly offer: UpdateOffer | null
  /** The verdict on the offer; null without one. Unreadable keys and a bad signature are refusals of their own. */
  readonly verdict:
    | UpdateVerdict
    | { readonly do: "refuse"; readonly because: "KEYS" | "SIGNATURE"; readonly message: string }
    | null
  readonly version: string | null
  /** When the newest accepted manifest was issued, and when it expires. */
  readonly seenIssuedAt: string | null
  readonly seenExpiresAt: string | null
  /** The version whose complete, checked archive is in the spool. */
  readonly fetched: string | null
  /** Why the last download failed. */
  readonly fetchFault: FetchFault | null
  /** A manager has chosen "now": until then the opening hours do not count. */
  readonly nowUntil: string | null
  /** The updater's last answer that is in the audit log. */
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
