/** The business day: checklist, close and a preview of the printed report. */
import "./day.css"
import { Button, Paper, Stack, Title } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { closeDay } from "../../../../protocol/http/days.ts"
import { type CloseCheck, CloseDayDialog } from "../../../../ui/close-day-dialog.tsx"
import { useBox } from "../../../../ui/device/box.tsx"
import { type PrintJobs, usePrintJobs } from "../../../../ui/device/use-print-jobs.ts"
import { useFigures, useStore } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { Empty, ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import type { Tab } from "../header.tsx"
import { Job } from "../job-state.tsx"
import { useLanguage } from "../language.ts"
import type { Today } from "../today.ts"
import { useSale } from "../use-sale.tsx"
import { useToday } from "../use-today.tsx"
import { checklistOf } from "./day-checklist.ts"
import { DayPreview } from "./day-preview.tsx"
import { lastDay } from "./last-day.ts"

export function DayScreen({ today, onTab }: { today: Today; onTab: (tab: Tab) => void }) {
  const { t } = useLanguage()
  const { date } = useFigures()
  const spool = usePrintJobs()
  const open = today.day?.status === "open" ? today.day.businessDayDate : null
  const shown = open ?? lastDay()
  return (
    <div className="column">
      <Title order={1} size="h2">
        {shown ? t(open ? "day.openTitle" : "day.closedTitle", { date: date(shown) }) : t("day.none")}
      </Title>
      <div className="pair">
        <Stack>
          {open ? (
            <Checklist today={today} jobs={spool.jobs} businessDayDate={open} onTab={onTab} />
          ) : (
            <Empty
              icon="day"
              title={t("day.isClosed")}
              action={{ label: t("day.openNext"), onClick: () => onTab("sell") }}
            />
          )}
          <PrintJobsList {...spool} />
        </Stack>
        {shown && open && today.openShifts.length > 0 ? (
          <Empty icon="day" title={t("paper.closed")}>
            {t("preview.hidden")}
          </Empty>
        ) : (
          shown && <DayPreview key={`${shown} ${open}`} businessDayDate={shown} closed={open === null} />
        )}
      </div>
    </div>
  )
}

interface ChecklistProps {
  readonly today: Today
  readonly jobs: PrintJobs["jobs"]
  readonly businessDayDate: string
  readonly onTab: (tab: Tab) => void
}

function Checklist({ today, jobs, businessDayDate, onTab }: ChecklistProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { id: storeId } = useStore()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const [asking, confirm] = useDisclosure()
  const { sale } = useSale()
  const items = checklistOf({ today, jobs, sale })
  const close = async () => {
    await request(() => client.call(closeDay, { params: { storeId, businessDayDate } }))
    confirm.close()
    await refresh()
  }
  return (
    <Paper className="card" p="lg">
      <Stack>
        <Title order={2} size="h3">
          {t("close.before")}
        </Title>
        <ul className="checklist">
          {items.map((item) => (
            <Check key={item.about} item={item} total={money(item.amount)} onTab={onTab} />
          ))}
        </ul>
        {!asking && <ErrorState answer={error} />}
        <Button size="xl" onClick={confirm.open}>
          {t("close.close")}
        </Button>
      </Stack>
      <CloseDayDialog
        opened={asking}
        businessDayDate={businessDayDate}
        checks={items}
        pending={pending}
        error={error}
        onConfirm={close}
        onClose={confirm.close}
      />
    </Paper>
  )
}

const WHERE: Readonly<Record<CloseCheck["about"], Tab | null>> = {
  doubts: "orders",
  orders: "orders",
  sale: "sell",
  kitchen: null,
  shifts: "drawer",
  parked: null,
  prints: null,
  unsent: null,
}

function Check({ item, total, onTab }: { item: CloseCheck; total: string; onTab: (tab: Tab) => void }) {
  const { t } = useLanguage()
  const { about, count, names } = item
  const fine = count === 0
  const where = WHERE[about]
  return (
    <li className={fine ? "check check-fine" : "check check-open"}>
      <Icon name={fine ? "check" : "alert"} />
      <span>
        {t(fine ? `close.fine.${about}` : `close.open.${about}`, { n: count, total })}
        {names.length > 0 && <small>{names.join(", ")}</small>}
      </span>
      {!fine && where && (
        <Button variant="light" onClick={() => onTab(where)}>
          {t("close.look")}
        </Button>
      )}
    </li>
  )
}

/** Print jobs that are waiting, not printed or unknown. */
const SETTLED: readonly string[] = ["printed", "discarded"]

function PrintJobsList({ jobs, refresh }: PrintJobs) {
  const { t } = useLanguage()
  const waiting = jobs?.filter(({ status }) => !SETTLED.includes(status)) ?? []
  if (waiting.length === 0) return null
  return (
    <Paper className="card" p="lg">
      <Stack>
        <Title order={2} size="h3">
          {t("printQueue.title")}
        </Title>
        {waiting.map((job) => (
          <Job key={job.jobId} job={job} onResolved={refresh} />
        ))}
      </Stack>
    </Paper>
  )
}
