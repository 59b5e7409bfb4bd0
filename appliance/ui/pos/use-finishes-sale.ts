/** Whether the current sale is finished before the register asks for a PIN. */
import { useEffect, useState } from "react"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { hasBegun } from "./sale.ts"
import { useSale } from "./use-sale.tsx"

/** True if the store got its first staff member during a sale: the cashier has no PIN yet, and may finish the sale. */
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
