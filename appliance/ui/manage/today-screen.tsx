/** The day so far: sales, open items, the link to the hub, fiscal numbers. */
import { Button, Text, Title } from "@mantine/core"
import type { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import type { HubDeadLetters } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { Empty } from "../../../ui/states.tsx"
import { Bars } from "./bars.tsx"
import { Card } from "./card.tsx"
import { ConflictsCard } from "./conflicts-card.tsx"
import { DeadLettersList } from "./dead-letters-list.tsx"
import { useLanguage } from "./language.ts"
import { MaintenanceCard } from "./maintenance-card.tsx"
import { NumbersCard } from "./numbers-card.tsx"
import { PaymentsInDoubtCard } from "./payments-in-doubt-card.tsx"
import { RefundsCard } from "./refunds-card.tsx"
import type { PartProps } from "./screen-props.ts"
import { SyncCard } from "./sync-card.tsx"
import { failedUpdate, UpdateCard, useUpdate } from "./update-card.tsx"

/** Message key of the day's state. */
export function dayTitle({ status, openedAt }: Pick<BusinessDay, "status" | "openedAt">) {
  if (status === "closed") return "today.closed"
  return openedAt === null ? "today.unopened" : "today.open"
}

export function TodayScreen({ state, onTab }: PartProps) {
  const { t } = useLanguage()
  const { date } = useFigures()
  const { hasStaff } = useStaff()
  const update = useUpdate()
  const hasFailed = failedUpdate(update.update) !== null
  const { day } = state
  const title = day ? t(dayTitle(day), { date: date(day.businessDayDate) }) : t("today.none")
  return (
    <div className="column">
      <Title order={1} size="h2">
        {title}
      </Title>
      {hasStaff === false && <FirstManager onStaff={() => onTab("staff")} />}
      <div className="cards">
        {hasFailed && <UpdateCard {...update} />}
        {day ? <Sales state={state} /> : <Empty icon="day" title={t("today.noDay")} />}
        {state.tendersInDoubt.length > 0 && <PaymentsInDoubtCard doubts={state.tendersInDoubt} />}
        {state.conflicts.count > 0 && <ConflictsCard conflicts={state.conflicts} />}
        {state.moneyToReturn.length > 0 && <RefundsCard refunds={state.moneyToReturn} />}
        <OpenOrders state={state} />
        <SyncCard state={state} />
        <NumbersCard fiscal={state.fiscal} />
        <MaintenanceCard state={state} />
        {!hasFailed && <UpdateCard {...update} />}
        {state.line.parked > 0 && <DeadLettersList count={state.line.parked} />}
        {state.parkedAtHub.total > 0 && <HubDeadLettersCard letters={state.parkedAtHub} />}
      </div>
    </div>
  )
}

function FirstManager({ onStaff }: { onStaff: () => void }) {
  const { t } = useLanguage()
  return (
    <div className="note-box" role="note">
      <Icon name="alert" />
      <p>{t("today.noStaff")}</p>
      <Button onClick={onStaff}>{t("today.firstManager")}</Button>
    </div>
  )
}

function Sales({ state: { sales } }: Pick<PartProps, "state">) {
  const { t, wordOf } = useLanguage()
  const { moneyIn } = useFigures()
  return sales.map(
    ({ currencyCode, transactions, amount, averageTicket, hours, methods, cancellations, refunds = [] }) => {
      const money = (amount: number) => moneyIn(amount, currencyCode)
      return (
        <Card key={currencyCode} title={t("sales.title", { currency: currencyCode })} wide>
          <dl className="totals">
            <Total label={t("sales.amount")} value={money(amount)} large />
            <Total label={t("sales.count")} value={String(transactions)} large />
            <Total label={t("sales.average")} value={money(averageTicket)} />
            <Total
              label={t("sales.cancelled")}
              value={`${cancellations.transactions} · ${money(cancellations.amount)}`}
            />
          </dl>
          {transactions === 0 && <Text c="dimmed">{t("sales.nothing")}</Text>}
          <Bars
            title={t("sales.byHour")}
            rows={hours.map(({ hour, ...sold }) => ({ name: `${String(hour).padStart(2, "0")}:00`, ...sold }))}
            money={money}
          />
          <Bars
            title={t("sales.byMethod")}
            rows={methods.map(({ code, ...sold }) => ({ name: wordOf(`method.${code}`, code), ...sold }))}
            money={money}
          />
          <Bars
            title={t("sales.refunds")}
            rows={refunds.map(({ code, ...returned }) => ({ name: wordOf(`method.${code}`, code), ...returned }))}
            money={money}
          />
        </Card>
      )
    },
  )
}

function Total({ label, value, large = false }: { label: string; value: string; large?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={large ? "figures large" : "figures"}>{value}</dd>
    </div>
  )
}

function OpenOrders({ state: { openOrders, ordersInDoubt } }: Pick<PartProps, "state">) {
  const { t, wordOf } = useLanguage()
  const { now } = useBox()
  const figures = useFigures()
  const { count, amount, first } = openOrders
  return (
    <Card title={t("open.title")} tone={ordersInDoubt.length > 0 ? "bad" : undefined}>
      <p className="figures">
        {count === 0 ? t("open.none") : t("open.count", { n: count, total: figures.money(amount) })}
      </p>
      {ordersInDoubt.length > 0 && (
        <p className="bad">
          <Icon name="alert" size={18} /> {t("open.doubt", { n: ordersInDoubt.length })} {ordersInDoubt.join(", ")}
        </p>
      )}
      {first.length > 0 && (
        <ul className="rows">
          {first.map(({ id, orderCode, channel, total, currencyCode, createdAt }) => (
            <li key={id}>
              <b>{orderCode}</b>
              <span>
                {wordOf(`channel.${channel}`, channel)} · {figures.when(createdAt, now())}
              </span>
              <span className="figures">{figures.moneyIn(total, currencyCode)}</span>
            </li>
          ))}
        </ul>
      )}
      {count > first.length && <small>{t("open.more", { n: count - first.length })}</small>}
    </Card>
  )
}

/** Operations of this store that the hub could not apply. They are settled at the back office; the manager can only see them. */
function HubDeadLettersCard({ letters: { total, ops } }: { letters: HubDeadLetters }) {
  const { t, wordOf } = useLanguage()
  const { date, time } = useFigures()
  return (
    <Card title={t("hubDeadLetters.title", { n: total })} tone="note" wide>
      <Text>{t("hubDeadLetters.text")}</Text>
      <ul className="rows rows-tall">
        {ops.map(({ kind, at, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be equal, and their order never changes
          <li key={index}>
            <b>{wordOf(`op.${kind}`, kind)}</b>
            <span>
              {date(at)} {time(at)} · {reason}
            </span>
          </li>
        ))}
      </ul>
      {total > ops.length && <small>{t("open.more", { n: total - ops.length })}</small>}
    </Card>
  )
}
