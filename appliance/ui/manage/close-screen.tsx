/** Closes the day: the checklist, a preview of the paper, the close, and late orders. */
import "./close-screen.css"
import "./print-jobs.css"
import { Button, Stack, Title } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useState } from "react"
import { closeStoreDay, listDays } from "../../../protocol/http/store-state.ts"
import { CloseDayDialog } from "../../../ui/close-day-dialog.tsx"
import { DayClosePreview } from "../../../ui/day-close-preview.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Empty, ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { type Check, checklistOf, isBlocked } from "./checklist.ts"
import { CloseProgress } from "./close-progress.tsx"
import { DayList } from "./day-list.tsx"
import { useLanguage } from "./language.ts"
import type { PartProps } from "./screen-props.ts"
import { dayTitle } from "./today-screen.tsx"
import { useStoreState } from "./use-store-state.tsx"

const ON = { on: ["day", "orders"] } as const

export function CloseScreen({ state, onTab }: PartProps) {
  const { t } = useLanguage()
  const { date } = useFigures()
  const { data } = useSnapshot(listDays, ON)
  const [closed, setClosed] = useState<string | null>(null)
  const { day } = state
  if (!day) return <Empty icon="day" title={t("today.noDay")} />
  const open = day.status === "open"
  return (
    <div className="column">
      <Title order={1} size="h2">
        {t(dayTitle(day), { date: date(day.businessDayDate) })}
      </Title>
      <div className="halves">
        <Stack>
          {open && <Checklist state={state} onTab={onTab} onClosed={setClosed} />}
          {closed === day.businessDayDate && <CloseProgress businessDayDate={closed} line={state.line} />}
          {!open && closed === null && <Card title={t("close.done")}>{t("close.doneText")}</Card>}
          <DayList days={data?.days ?? []} />
        </Stack>
        <Card title={t(open ? "paper.open" : "paper.closed")}>
          <DayClosePreview
            key={`${day.businessDayDate} ${open}`}
            businessDayDate={day.businessDayDate}
            mark={JSON.stringify([state.sales, state.openOrders, state.openShifts])}
            storageKey="brasa.manage.paperWidth"
          />
        </Card>
      </div>
    </div>
  )
}

interface ChecklistProps extends PartProps {
  readonly onClosed: (date: string) => void
}

function Checklist({ state, onTab, onClosed }: ChecklistProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { refresh } = useStoreState()
  const { pending, error, request } = useRequest()
  const [asking, confirm] = useDisclosure()
  const items = checklistOf(state)
  const businessDayDate = state.day?.businessDayDate ?? ""
  const close = async () => {
    const answer = await request(() => client.call(closeStoreDay, { params: { businessDayDate } }))
    confirm.close()
    if (answer) onClosed(businessDayDate)
    await refresh()
  }
  return (
    <Card title={t("close.before")}>
      <ol className="checklist">
        {items.map((item) => (
          <Item key={item.about} item={item} onTab={onTab} />
        ))}
      </ol>
      {!asking && <ErrorState answer={error} />}
      {isBlocked(state) && <p className="bad">{t("close.blocked")}</p>}
      <Button size="xl" disabled={isBlocked(state)} onClick={confirm.open}>
        {t("close.close")}
      </Button>
      <CloseDayDialog
        opened={asking}
        businessDayDate={businessDayDate}
        checks={items}
        pending={pending}
        error={error}
        onConfirm={close}
        onClose={confirm.close}
      />
    </Card>
  )
}

function Item({ item, onTab }: { item: Check; onTab: PartProps["onTab"] }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { about, count, amount, names, where } = item
  const fine = count === 0
  return (
    <li className={fine ? "check good" : "check bad"} data-check={about}>
      <Icon name={fine ? "check" : "alert"} />
      <span>
        {t(fine ? `close.fine.${about}` : `close.open.${about}`, { n: count, total: money(amount) })}
        {names.length > 0 && <small>{names.join(", ")}</small>}
      </span>
      {!fine && where === "register" && (
        <a className="check-link" href="/pos" target="_blank" rel="noreferrer">
          {t("close.atRegister")}
        </a>
      )}
      {!fine && where && where !== "register" && (
        <Button variant="light" onClick={() => onTab(where)}>
          {t("close.look")}
        </Button>
      )}
    </li>
  )
}
