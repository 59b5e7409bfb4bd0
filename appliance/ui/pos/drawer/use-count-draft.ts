/** Stores an unfinished count on the device until the shift is closed. */
import { useCallback, useEffect, useState } from "react"
import type { CashReason } from "../../../../protocol/shapes/cash-close.ts"
import { forget, recall, remember } from "../../../../ui/remember.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import type { TypedCount } from "./piece-counts.tsx"

const KEY = "brasa.count"

export type Counts = Readonly<Record<string, TypedCount>>

export interface CountDraft {
  readonly shiftId: string
  readonly counts: Counts
  readonly reason: CashReason | null
  readonly notes: string
  /** A supervisor will approve the difference. */
  readonly approval: boolean
  readonly tokenId: string
}

export function useCountDraft(shiftId: string) {
  const [draft, change] = useState<CountDraft>(() => storedDraft(shiftId) ?? newDraft(shiftId))
  useEffect(() => remember(KEY, draft), [draft])
  const end = useCallback(() => forget(KEY), [])
  return { draft, change, end }
}

/** Null if the stored draft is of another shift. */
function storedDraft(shiftId: string): CountDraft | null {
  const stored = recall<CountDraft>(KEY)
  return stored?.shiftId === shiftId ? stored : null
}

function newDraft(shiftId: string): CountDraft {
  return { shiftId, counts: {}, reason: null, notes: "", approval: false, tokenId: makeUuid() }
}
