/** One order: its data, its timeline, and the raw record. */
import { Alert, Button, Group, Stack, Text, Title } from "@mantine/core"
import { type OrderTimeline, readTimeline } from "../../../../protocol/http/admin/orders.ts"
import type { TimelineEntry } from "../../../../protocol/shapes/timeline.ts"
import { Icon, type IconName } from "../../../../ui/icons.tsx"
import { Loading } from "../../../../ui/states.tsx"
import { Fault } from "../fault.tsx"
import { amountText } from "../format-money.ts"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"
import { PageHead } from "../page-head.tsx"
import { hrefOf, type Route } from "../route.ts"
import { useRead } from "../use-read.ts"
import { OrderBadge } from "./order-badge.tsx"

/** `list`: the list's filter, for the way back. */
export function OrderPage({ orderId, list }: { orderId: string; list: Route["query"] }) {
  const { t } = useLanguage()
  const { data, error, again } = useRead(readTimeline, { params: { orderId } })
  return (
    <Stack>
      <PageHead title={data?.order.orderCode ?? t("nav.orders")} text={data?.order.orderExternal ?? orderId}>
        <Button component="a" href={hrefOf("orders", [], list)} variant="light">
          {t("orders.back")}
        </Button>
      </PageHead>
      <Fault answer={error} onAgain={() => void again()} />
      {!data && !error && <Loading>{t("frame.reading")}</Loading>}
      {data && <TimelineView data={data} />}
    </Stack>
  )
}

function TimelineView({ data }: { data: OrderTimeline }) {
  const { t } = useLanguage()
  const { timeline, cut, record, showsBuyers } = data
  return (
    <>
      <Summary data={data} />
      <section className="card" style={{ padding: 20 }}>
        <Title order={2} size="h3" mb="sm">
          {t("orders.story")}
        </Title>
        <ol className="timeline">
          {timeline.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
        {cut && <Alert color="note">{t("orders.cut")}</Alert>}
      </section>
      <details className="card" style={{ padding: 20 }}>
        <summary>{t("orders.raw")}</summary>
        <Text size="sm" c="dimmed" my="xs">
          {t(showsBuyers ? "orders.whole" : "orders.redacted")}
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard. */}
        <pre className="code raw" tabIndex={0}>
          {JSON.stringify(record, null, 2)}
        </pre>
      </details>
    </>
  )
}

function Summary({ data: { order, home } }: { data: OrderTimeline }) {
  const { t, language, wordOf } = useLanguage()
  const { moment } = useMoments()
  const facts: [string, string][] = [
    [t("orders.total"), amountText(order.total, order.currencyCode, language)],
    [t("orders.store"), [order.storeName, order.storeCode].filter(Boolean).join(" · ")],
    [t("orders.channel"), wordOf(`channel.${order.channel}`, order.channel)],
    [t("orders.created"), moment(order.createdAt)],
    [t("orders.day"), order.businessDayDate],
    [t("orders.home"), t(`orders.home.${home}`)],
  ]
  return (
    <Group className="card" gap="xl" style={{ padding: 20 }}>
      <OrderBadge status={order.status} />
      <dl className="order-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Group>
  )
}

const SIGNS: Readonly<Record<TimelineEntry["tone"], IconName>> = {
  good: "check",
  bad: "alert",
  waiting: "day",
  plain: "orders",
}

/** Prefix of a device id, which says nothing to people outside the store. */
const DEVICE = "device:"

/** Facts whose codes have messages without the prefix `value.`. */
const NAMED_ELSEWHERE: ReadonlySet<string> = new Set(["channel", "fulfillment", "method", "op", "conflict", "changed"])

function Entry({ entry }: { entry: TimelineEntry }) {
  const { t, keyOf, language, wordOf } = useLanguage()
  const { exact } = useMoments()
  const { kind, at, clock, receivedAt, by, tone, amount, currencyCode, facts } = entry
  return (
    <li className={`timeline-${tone}`}>
      <span className="timeline-sign">
        <Icon name={SIGNS[tone]} size={18} />
      </span>
      <div>
        <Group gap="sm" justify="space-between">
          <strong>{t(`timeline.${kind}`)}</strong>
          <span className="figures">{amountText(amount, currencyCode, language)}</span>
        </Group>
        <Text size="sm" c="dimmed">
          <time dateTime={at}>{exact(at)}</time> · {t(`clock.${clock}`)}
          {receivedAt !== null && ` · ${t("timeline.received", { at: exact(receivedAt) })}`}
          {by !== null && ` · ${t("timeline.by", { who: by.startsWith(DEVICE) ? t("timeline.device") : by })}`}
        </Text>
        <Text size="sm" className="timeline-facts">
          {facts.map(({ name, value }) => {
            const key = keyOf(`fact.${name}`)
            const coded = `${name}.${value}`
            const code = NAMED_ELSEWHERE.has(name) ? coded : `value.${coded}`
            return (
              <span key={name}>
                {key ? t(key) : name}: <b>{name === "offered" ? exact(value) : wordOf(code, value)}</b>
              </span>
            )
          })}
        </Text>
      </div>
    </li>
  )
}
