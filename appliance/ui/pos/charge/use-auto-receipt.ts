/** Whether this register prints a receipt after every sale by itself, a setting of the device; and that it does so once. */
import { useCallback, useState } from "react"
import { recall, remember } from "../../../../ui/remember.ts"

const KEY = "brasa.autoReceipt"
/** The order whose receipt was begun last. */
const BEGUN_KEY = "brasa.receiptBegun"
/** Here as well, for a device that can remember nothing. */
const begun = new Set<string>()

export function useAutoReceipt(): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(isAutoReceipt)
  const choose = useCallback((next: boolean) => {
    remember(KEY, next)
    setOn(next)
  }, [])
  return [on, choose]
}

export function isAutoReceipt(): boolean {
  return recall<boolean>(KEY) ?? false
}

/** False if it was begun before, by this page, by another window, or before a reload. Kept apart from the sale, whose copies may be older. */
export function beginReceipt(orderId: string): boolean {
  if (begun.has(orderId) || recall<string>(BEGUN_KEY) === orderId) return false
  begun.add(orderId)
  remember(BEGUN_KEY, orderId)
  return true
}
