/** A day's sales by hour, method and channel, compared with the same weekday a week before; of a store or a vendor. */
import { Group, Stack, Text, TextInput, Title } from "@mantine/core"
import { type DayTotals, readTotals } from "../../../../protocol/http/admin/totals.ts"
import * as format from "../../../../protocol/print/format.ts"
import { type Bar, Bars } from "../../../../ui/bars.tsx"
import { Empty, Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { go, hrefOf, type Route } from "../route.ts"
import { type DataOf, useRead } from "../use-read.ts"
import { READ_EVERY_MS, useRefresh } from "../use-refresh.ts"
import { useSession } from "../use-session.tsx"
import { StoreTotals } from "./store-totals.tsx"

export function TotalsPage({ route }: { route: Route }) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const { store } = route.query
  return (
    <Stack>
      <PageHead title={t("nav.totals")} text={t("totals.text")} />
      {store || vendorId ? <Day route={route} /> : <Empty icon="orders" title={t("totals.pick")} />}
    </Stack>
  )
}

type Totals = DataOf<typeof readTotals>

function Day({ route }: { route: Route }) {
  const { t } = useLanguage()
  const { vendorId } = useSession()
  const { store, date } = route.query
  const of = store ? { storeId: store } : { vendorId: vendorId ?? "" }
  const { data, error, again } = useRead(readTotals, { query: { ...of, ...(date && { date }) } })
  useRefresh(again, true, READ_EVERY_MS)
  const isWhole = data?.incomplete.stores === 0
  return (
    <>
      <Group align="end">
        <TextInput
          type="date"
          label={t("totals.date")}
          value={date ?? data?.date ?? ""}
          onChange={(event) => go(hrefOf("totals", [], { store, date: event.currentTarget.value }))}
        />
        {data?.status && <Text>{t(`totals.${data.status}`)}</Text>}
        {store && <a href={hrefOf("totals", [], { date })}>{t("totals.allStores")}</a>}
      </Group>
      <Fault answer={error} onAgain={() => void again()} />
      {!data && !error && <Loading>{t("frame.reading")}</Loading>}
      {data && <FiguresNote totals={data} isStore={store !== undefined} />}
      {data?.currencies.length === 0 && isWhole && <Empty icon="orders" title={t("totals.none")} />}
      {data?.currencies.map((one) => (
        <Currency key={one.currencyCode} isWhole={isWhole} {...one} />
      ))}
      {data && !store && vendorId && <StoreTotals vendorId={vendorId} date={data.date} asOf={data.asOf} />}
    </>
  )
}

/** Time of the figures, and the number of stores whose figures may be incomplete. */
function FiguresNote({ totals: { asOf, incomplete }, isStore }: { totals: Totals; isStore: boolean }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const { stores: count, since } = incomplete
  const at = moment(since)
  return (
    <>
      {!(isStore && since) && <Text c="dimmed">{t("stores.asOf", { at: moment(asOf) })}</Text>}
      {count > 0 && (
        <Text fw={700} role="status">
          {isStore ? t("totals.incompleteStore", { at }) : t("totals.incomplete", { count, at })}
        </Text>
      )}
    </>
  )
}

interface CurrencyProps {
  /** All stores are included. Otherwise a missing figure is unknown, not 0. */
  readonly isWhole: boolean
  readonly currencyCode: string
  readonly now: DayTotals
  readonly before: DayTotals
}

function Currency({ isWhole, currencyCode, now, before }: CurrencyProps) {
  const { t, language, wordOf } = useLanguage()
  const money = (amount: number) => format.money(amount, { locale: language, currencyCode, timeZone: "UTC" })
  const known = (count: number, figure: string) => (count > 0 || isWhole ? figure : t("state.unknown"))
  const [orders, cancelled] = [now.transactions, now.cancellations.transactions]
  const facts = [
    [t("totals.sales"), known(orders, money(now.amount)), money(before.amount)],
    [t("totals.orders"), known(orders, `${orders}`), `${before.transactions}`],
    [t("totals.average"), known(orders, money(now.averageTicket)), money(before.averageTicket)],
    [t("totals.cancelled"), known(cancelled, money(now.cancellations.amount)), money(before.cancellations.amount)],
    [t("totals.refunds"), known(now.refunds.transactions, money(now.refunds.amount)), money(before.refunds.amount)],
  ] as const
  const head = (label: string) => ({ label, value: t("totals.sales"), before: t("totals.before") })
  const hours = (day: DayTotals) => day.hours.map(({ hour, ...rest }) => ({ code: format.hour(hour), ...rest }))
  const methods = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, code: wordOf(`method.${row.code}`, row.code) }))
  const channels = (rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, code: wordOf(`channel.${row.code}`, row.code) }))
  return (
    <section className="card" style={{ padding: 16 }}>
      <Title order={2} size="h4" mb="sm">
        {currencyCode}
      </Title>
      <Group gap="xl">
        {facts.map(([label, value, was]) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fw={700} className="figures">
              {value}
            </Text>
            <Text size="xs" c="dimmed">
              {t("totals.before")}: {was}
            </Text>
          </div>
        ))}
      </Group>
      <Bars caption={t("totals.hours")} head={head(t("totals.hour"))} bars={barsOf(hours(now), hours(before), money)} />
      <Bars
        caption={t("totals.methods")}
        head={head(t("totals.method"))}
        bars={barsOf(methods(now.methods), methods(before.methods), money)}
      />
      <Bars
        caption={t("totals.channels")}
        head={head(t("totals.channel"))}
        bars={barsOf(channels(now.channels), channels(before.channels), money)}
      />
    </section>
  )
}

interface Row {
  readonly code: string
  readonly amount: number
}

/** A bar for each code of either day; codes of this day first. */
function barsOf(now: readonly Row[], before: readonly Row[], money: (amount: number) => string): Bar[] {
  const codes = [...new Set([...now, ...before].map(({ code }) => code))]
  return codes.map((label) => {
    const amountIn = (rows: readonly Row[]) => rows.find(({ code }) => code === label)?.amount ?? 0
    const [value, was] = [amountIn(now), amountIn(before)]
    return { label, value, before: was, figure: money(value), beforeFigure: money(was) }
  })
}
