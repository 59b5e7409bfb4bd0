/** An order's status as a badge. */
import { Badge } from "@mantine/core"
import type { OrderStatus } from "../../../../protocol/shapes/order.ts"
import { useLanguage } from "../language.ts"

const TONES: Readonly<Record<OrderStatus, string>> = {
  OPEN: "note",
  COMPLETED: "good",
  FORCE_CLOSED: "bad",
  CANCELLED: "bad",
}

export function OrderBadge({ status }: { status: OrderStatus }) {
  const { t } = useLanguage()
  return (
    <Badge color={TONES[status]} variant="light">
      {t(`orders.status.${status}`)}
    </Badge>
  )
}
