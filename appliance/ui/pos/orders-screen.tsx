/** The orders of the day: open ones to be charged, found by their number, and the latest that were paid. */
import { Badge, Button, TextInput, Title } from "@mantine/core"
import { useState } from "react"
import { getOrder } from "../../../protocol/http/orders.ts"
import { printDocument } from "../../../protocol/http/spool.ts"
import { fromText } from "../../../protocol/money.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Empty, Trouble } from "../../../ui/states.tsx"
import { useAsk } from "../../../ui/use-ask.ts"
import { useLanguage } from "./language.ts"
import type { OrderSummary, Today } from "./today.ts"
import { useSale } from "./use-sale.tsx"

interface OrdersScreenProps {
  readonly today: Today
  readonly onCharge: () => void
}

export function OrdersScreen({ today, onCharge }: OrdersScreenProps) {
  const { t } = useLanguage()
  const [typed, setTyped] = useState("")
  const wanted = typed.trim().toUpperCase()
  const meets = ({ orderCode }: OrderSummary) => orderCode.toUpperCase().includes(wanted)
  const open = today.openOrders.filter(meets)
  const openIds = new Set(today.openOrders.map(({ id }) => id))
  const recent = today.recentOrders.filter((order) => meets(order) && !openIds.has(order.id))
  return (
    <div className="column">
      <TextInput
        type="search"
        aria-label={t("orders.search")}
        placeholder={t("orders.search")}
        leftSection={<Icon name="search" />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Title order={2} size="h3">
        {t("orders.open")}
      </Title>
      {open.length === 0 ? (
        <p className="none">{t("orders.noneOpen")}</p>
      ) : (
        <OpenOrders orders={open} canCharge={today.shift !== null} onCharge={onCharge} />
      )}
      <Title order={2} size="h3">
        {t("orders.recent")}
      </Title>
      {recent.length === 0 && open.length === 0 ? (
        <Empty icon="orders" title={t("orders.none")} />
      ) : (
        <RecentOrders orders={recent} />
      )}
    </div>
  )
}

interface OpenOrdersProps {
  readonly orders: readonly OrderSummary[]
  readonly canCharge: boolean
  readonly onCharge: () => void
}

function OpenOrders({ orders, canCharge, onCharge }: OpenOrdersProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { sale, step } = useSale()
  const { pending, trouble, ask } = useAsk()
  const busy = sale.phase !== "selling" || sale.lines.length > 0
  const charge = async ({ id, orderCode, total }: OrderSummary) => {
    const answer = await ask(() => client.call(getOrder, { params: { orderId: id }, query: { fields: "orderLines" } }))
    if (!answer) return
    const lines = (answer.data.orderLines ?? []).map(({ name, quantity }) => ({ name, quantity }))
    step({ type: "chargeOrder", order: { id, orderCode, total: fromText(total), lines } })
    onCharge()
  }
  return (
    <>
      <Trouble answer={trouble} />
      {busy && <p className="none">{t("orders.busy")}</p>}
      <ul className="rows">
        {orders.map((order) => (
          <Row key={order.id} order={order}>
            {order.paid ? (
              <Badge size="lg" color="good">
                {t("orders.paid")}
              </Badge>
            ) : (
              <Button disabled={busy || !canCharge} loading={pending} onClick={() => charge(order)}>
                {t("orders.charge")}
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </>
  )
}

function RecentOrders({ orders }: { orders: readonly OrderSummary[] }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { trouble, ask } = useAsk()
  const [sent, setSent] = useState<string | null>(null)
  const print = async (id: string) => {
    const answer = await ask(() => client.call(printDocument, { body: { document: "receipt", subject: id } }))
    if (answer) setSent(id)
  }
  return (
    <>
      <Trouble answer={trouble} />
      <ul className="rows">
        {orders.map((order) => (
          <Row key={order.id} order={order}>
            {order.status === "COMPLETED" && (
              <Button variant="default" leftSection={<Icon name="printer" />} onClick={() => print(order.id)}>
                {sent === order.id ? t("orders.receiptSent") : t("orders.receipt")}
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </>
  )
}

function Row({ order, children }: { order: OrderSummary; children: React.ReactNode }) {
  const { t, keyOf } = useLanguage()
  const { money, time } = useFigures()
  const channel = keyOf(`channel.${order.channel}`)
  return (
    <li className="row">
      <b className="row-code figures">{order.orderCode}</b>
      <span className="row-what">
        {t(`orders.status.${order.status}`)}
        <small>
          {time(order.createdAt)} · {channel ? t(channel) : order.channel}
        </small>
      </span>
      <b className="figures">{money(fromText(order.total))}</b>
      {children}
    </li>
  )
}
