/** The day's orders: open ones to charge, recent ones, and a search. */
import "./orders.css"
import { Badge, Button, TextInput, Title, UnstyledButton } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { getOrder } from "../../../../protocol/http/orders.ts"
import { printDocument } from "../../../../protocol/http/print-jobs.ts"
import { fromText, sum } from "../../../../protocol/money.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { Empty, ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { takenTendersOf } from "../charge/sale-request.ts"
import { PaymentsInDoubtList } from "../day/payments-in-doubt-list.tsx"
import { RefundsList } from "../day/refunds-list.tsx"
import { useLanguage } from "../language.ts"
import { isFree } from "../sale.ts"
import type { OrderSummary, Today } from "../today.ts"
import { useSale } from "../use-sale.tsx"
import { findOrders } from "./find-orders.ts"
import { OrderDialog, Ticks } from "./order-dialog.tsx"

interface OrdersScreenProps {
  readonly today: Today
  readonly onCharge: () => void
}

export function OrdersScreen({ today, onCharge }: OrdersScreenProps) {
  const { t } = useLanguage()
  const [typed, setTyped] = useState("")
  const [shown, setShown] = useState<string | null>(null)
  const open = findOrders(today.openOrders, typed)
  const openIds = new Set(today.openOrders.map(({ id }) => id))
  const closed = today.recentOrders.filter(({ id }) => !openIds.has(id))
  const recent = findOrders(closed, typed)
  const shownOrder = [...today.openOrders, ...today.recentOrders].find(({ id }) => id === shown)
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
      <PaymentsInDoubtList doubts={today.tendersInDoubt} onCharge={onCharge} />
      <RefundsList refunds={today.moneyToReturn} hasShift={today.shift !== null} onShow={setShown} />
      <Title order={2} size="h3">
        {t("orders.open")}
      </Title>
      {open.length === 0 ? (
        <p className="none">{t(today.openOrders.length === 0 ? "orders.noneOpen" : "orders.noMatch")}</p>
      ) : (
        <OpenOrders
          orders={open}
          inDoubt={new Set(today.tendersInDoubt.map(({ orderId }) => orderId))}
          canCharge={today.shift !== null}
          onCharge={onCharge}
          onShow={setShown}
        />
      )}
      <Title order={2} size="h3">
        {t("orders.recent")}
      </Title>
      {recent.length > 0 ? (
        <RecentOrders orders={recent} onShow={setShown} />
      ) : closed.length > 0 ? (
        <p className="none">{t("orders.noMatch")}</p>
      ) : today.openOrders.length > 0 ? (
        <p className="none">{t("orders.noneRecent")}</p>
      ) : (
        <Empty icon="orders" title={t("orders.none")} />
      )}
      {shownOrder && <OrderDialog summary={shownOrder} onClose={() => setShown(null)} />}
    </div>
  )
}

interface OpenOrdersProps {
  readonly orders: readonly OrderSummary[]
  /** Ids of orders with a payment in doubt. They cannot be charged again. */
  readonly inDoubt: ReadonlySet<string>
  readonly canCharge: boolean
  readonly onCharge: () => void
  readonly onShow: (orderId: string) => void
}

function OpenOrders({ orders, inDoubt, canCharge, onCharge, onShow }: OpenOrdersProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { sale, step } = useSale()
  const { pending, error, request } = useRequest()
  const busy = !isFree(sale)
  const charge = async ({ id, orderCode, total, taken = [] }: OrderSummary) => {
    const answer = await request(() =>
      client.call(getOrder, { params: { orderId: id }, query: { fields: "orderLines" } }),
    )
    if (!answer) return
    const lines = (answer.data.orderLines ?? []).map(({ name, quantity }) => ({ name, quantity }))
    const order = { id, orderCode, total: fromText(total), lines }
    step({ type: "chargeOrder", order, taken: taken.map(takenTendersOf), orderId: makeUuid() })
    onCharge()
  }
  return (
    <>
      <ErrorState answer={error} />
      {busy && <p className="none">{t("orders.busy")}</p>}
      <ul className="rows">
        {orders.map((order) => (
          <Row key={order.id} order={order} onShow={onShow}>
            {order.paid ? (
              <Badge size="lg" color="good">
                {t("orders.paid")}
              </Badge>
            ) : (
              <Button
                disabled={busy || !canCharge || inDoubt.has(order.id)}
                loading={pending}
                onClick={() => charge(order)}
              >
                {t("orders.charge")}
              </Button>
            )}
          </Row>
        ))}
      </ul>
    </>
  )
}

interface RecentOrdersProps {
  readonly orders: readonly OrderSummary[]
  readonly onShow: (orderId: string) => void
}

function RecentOrders({ orders, onShow }: RecentOrdersProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { error, request } = useRequest()
  const [sent, setSent] = useState<string | null>(null)
  const print = async (id: string) => {
    const answer = await request(() => client.call(printDocument, { body: { document: "receipt", subject: id } }))
    if (answer) setSent(id)
  }
  return (
    <>
      <ErrorState answer={error} />
      <ul className="rows">
        {orders.map((order) => (
          <Row key={order.id} order={order} onShow={onShow}>
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

interface RowProps {
  readonly order: OrderSummary
  readonly onShow: (orderId: string) => void
  readonly children: ReactNode
}

function Row({ order, onShow, children }: RowProps) {
  const { t, wordOf } = useLanguage()
  const { money, when } = useFigures()
  const { now } = useBox()
  return (
    <li className="row">
      <UnstyledButton
        className="row-open"
        aria-label={t("order.open", { code: order.orderCode })}
        onClick={() => onShow(order.id)}
      >
        <b className="row-code figures">{order.orderCode}</b>
        <span className="row-what">
          {[t(`orders.status.${order.status}`), order.buyer, distinctLocator(order)].filter(Boolean).join(" · ")}
          <small>
            {when(order.createdAt, now())} · {wordOf(`channel.${order.channel}`, order.channel)}
          </small>
          {order.status === "OPEN" && <Ticks summary={order} />}
          <TakenNote order={order} />
        </span>
      </UnstyledButton>
      <b className="figures">{money(fromText(order.total))}</b>
      {children}
    </li>
  )
}

/** Money already taken for an order that is not fully paid. */
function TakenNote({ order: { taken = [] } }: { order: OrderSummary }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  if (taken.length === 0) return null
  return (
    <small>{t("orders.taken", { amount: money(sum(taken.map((tender) => takenTendersOf(tender).amount))) })}</small>
  )
}

/** The locator, unless it only repeats the order code or the buyer. */
function distinctLocator({ locator, orderCode, buyer }: OrderSummary): string | null {
  return locator === orderCode || locator === buyer ? null : locator
}
