/** Whether this register prints a receipt after every sale by itself; a setting of the device. */
import { useCallback, useState } from "react"
import { recall, remember } from "../../../ui/remember.ts"

const KEY = "brasa.autoReceipt"

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
