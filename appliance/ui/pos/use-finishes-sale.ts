/** Whether this register, which worked without staff until now, finishes its sale before it asks who works here. */
import { useEffect, useState } from "react"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { hasBegun } from "./sale.ts"
import { useSale } from "./use-sale.tsx"

/** The store's first manager may be taken on while a customer pays: the cashier has no PIN yet, and selling needs no role. */
export function useFinishesSale(): boolean {
  const { hasStaff, staff } = useStaff()
  const begun = hasBegun(useSale().sale)
  const [workedWithoutStaff, setWorkedWithoutStaff] = useState(false)
  useEffect(() => {
    if (hasStaff === false) setWorkedWithoutStaff(true)
    if (hasStaff === true && (staff || !begun)) setWorkedWithoutStaff(false)
  }, [hasStaff, staff, begun])
  return workedWithoutStaff && begun
}
