/** The orders list with its search, or one order's page. */
import "./orders.css"
import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { type FoundOrder, searchOrders } from "../../../../protocol/http/admin/orders.ts"
import type { OrderStatus } from "../../../../protocol/shapes/order.ts"
import { Empty } from "../../../../ui/states.tsx"
import { amountText } from "../format-money.ts"
import { useMoments } from "../format-times.ts"
import { GrowingList } from "../growing-list.tsx"
import { useLanguage } from "../language.ts"
import { ListTable } from "../list-table.tsx"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, isNarrowed, type PageProps, type Route } from "../route.ts"
import { useReadList } from "../use-read.ts"
import { useSession } from "../use-session.tsx"
import { OrderBadge } from "./order-badge.tsx"
import { OrderPage } from "./order-page.tsx"

const STATUSES = ["OPEN", "COMPLETED", "FORCE_CLOSED", "CANCELLED"] as const satisfies readonly OrderStatus[]

export function OrdersPage({ route }: PageProps) {
  const [orderId] = route.path
  return orderId === undefined ? <OrderList route={route} /> : <OrderPage orderId={orderId} list={route.query} />
}

function OrderList({ route }: { route: Route }) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const { search, status, from, to, store } = route.query
  const query = {
    ...(search && { search }),
    ...(status && { status: status as OrderStatus }),
    ...(from && { from }),
    ...(to && { to }),
    ...(store && { storeId: store }),
    ...(vendorId && { vendorId }),
  }
  const list = useReadList(searchOrders, { query })
  return (
    <Stack>
      <PageHead title={t("nav.orders")} text={t("orders.text")} />
      <SearchForm key={JSON.stringify(route.query)} filter={route.query} />
      <GrowingList
        list={list}
        none={
          isNarrowed(route) ? (
            <Empty icon="search" title={t("orders.none")}>
              {t("orders.noneText")}
            </Empty>
          ) : (
            <Empty icon="orders" title={t("orders.noneYet")} />
          )
        }
      >
        {(items) => <OrderTable items={items} query={route.query} />}
      </GrowingList>
    </Stack>
  )
}

function SearchForm({ filter }: { filter: Route["query"] }) {
  const { t } = useLanguage()
  const [form, setForm] = useState(filter)
  const set = (name: string) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setForm((was) => ({ ...was, [name]: value }))
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    go(hrefOf("orders", [], { ...form, search: form.search?.trim() }))
  }
  const statuses = STATUSES.map((status) => ({ value: status, label: t(`orders.status.${status}`) }))
  return (
    <form onSubmit={find}>
      <Group align="end">
        <TextInput
          type="search"
          label={t("orders.search")}
          value={form.search ?? ""}
          onChange={set("search")}
          style={{ flex: "1 1 260px" }}
        />
        <NativeSelect
          label={t("orders.status")}
          value={form.status ?? ""}
          data={[{ value: "", label: t("orders.any") }, ...statuses]}
          onChange={set("status")}
        />
        <TextInput type="date" label={t("orders.from")} value={form.from ?? ""} onChange={set("from")} />
        <TextInput type="date" label={t("orders.to")} value={form.to ?? ""} onChange={set("to")} />
        <Button type="submit">{t("orders.find")}</Button>
      </Group>
    </form>
  )
}

/** Links to an order contain the list's filter, for the way back. */
function OrderTable({ items, query }: { items: readonly FoundOrder[]; query: Route["query"] }) {
  const { t, language, wordOf } = useLanguage()
  const { moment } = useMoments()
  return (
    <ListTable
      columns={[
        t("orders.code"),
        t("orders.status"),
        t("orders.store"),
        t("orders.channel"),
        t("orders.created"),
        { word: t("orders.total"), isNumber: true },
      ]}
    >
      {items.map((order) => (
        <tr key={order.id}>
          <th scope="row">
            <a href={hrefOf("orders", [order.id], query)}>{order.orderCode}</a>
            <div className="code">{order.orderExternal}</div>
          </th>
          <td>
            <OrderBadge status={order.status} />
          </td>
          <td>
            {order.storeName}
            <div className="code">{order.storeCode}</div>
          </td>
          <td>{wordOf(`channel.${order.channel}`, order.channel)}</td>
          <td className="figures">{moment(order.createdAt)}</td>
          <td className="number">{amountText(order.total, order.currencyCode, language)}</td>
        </tr>
      ))}
    </ListTable>
  )
}
