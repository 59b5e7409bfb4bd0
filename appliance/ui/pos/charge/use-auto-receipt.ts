/** Setting of this device: print a receipt after every sale. Also makes sure that it is printed once. */
import { useCallback, useState } from "react"
import { recall, remember } from "../../../../ui/remember.ts"

const KEY = "brasa.autoReceipt"
/** Id of the order whose receipt was printed last. */
const BEGUN_KEY = "brasa.receiptBegun"
/** In memory too, for a device without storage. */
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

/** Returns false if the receipt was printed before, also by another window or before a reload. */
export function beginReceipt(orderId: string): boolean {
  if (begun.has(orderId) || recall<string>(BEGUN_KEY) === orderId) return false
  begun.add(orderId)
  remember(BEGUN_KEY, orderId)
  return true
}
