/** Stores a count's result on the device, because a supervisor may approve its difference later. */
import { useCallback, useState } from "react"
import { forget, recall, remember } from "../../../../ui/remember.ts"
import type { ShiftClose } from "../today.ts"

const KEY = "brasa.close"

export interface CloseResult {
  readonly record: ShiftClose
  /** The slip was sent to the printer. */
  readonly printed: boolean
  readonly approvedBy: string | null
}

export function useCloseResult() {
  const [result, setResult] = useState<CloseResult | null>(() => recall<CloseResult>(KEY))
  const save = useCallback((next: CloseResult) => {
    remember(KEY, next)
    setResult(next)
  }, [])
  const clear = useCallback(() => {
    forget(KEY)
    setResult(null)
  }, [])
  return { result, save, clear }
}

export function awaitsApproval({ record, approvedBy }: CloseResult): boolean {
  return record.authorizationTokenId !== null && approvedBy === null
}

export function resultOf(record: ShiftClose): CloseResult {
  return { record, printed: false, approvedBy: record.details.authorization?.approved_by ?? null }
}
