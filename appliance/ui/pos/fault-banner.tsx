/** A banner with the most urgent fault and what to do about it. */
import { Button } from "@mantine/core"
import { useAway } from "../../../ui/box-away.tsx"
import { useLastAnswer } from "../../../ui/device/away-provider.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { type Fault, faultOf } from "./faults.ts"
import type { Tab } from "./header.tsx"
import { type Translate, useLanguage } from "./language.ts"
import { useToday } from "./use-today.tsx"

export function FaultBanner({ onTab }: { onTab: (tab: Tab) => void }) {
  const { t } = useLanguage()
  const { date } = useFigures()
  const { today, reachable } = useToday()
  const away = useAway()
  const lastAnswer = useLastAnswer()
  const fault = faultOf(today, reachable && !away)
  if (!fault) return null
  const [what, toDo] = faultWords(fault, away?.since ?? lastAnswer, { t, date })
  return (
    <div className={`banner banner-${fault.tone}`} role={fault.tone === "stop" ? "alert" : "status"}>
      <Icon name={fault.tone === "note" ? "up" : "alert"} />
      <p>
        <b>{what}</b> {toDo}
      </p>
      {(fault.cause === "unknownJobs" || fault.cause === "tenders" || fault.cause === "dayAhead") && (
        <Button
          size="compact-md"
          variant="white"
          color="dark"
          onClick={() => onTab(fault.cause === "tenders" ? "orders" : "day")}
        >
          {t("fault.look")}
        </Button>
      )}
    </div>
  )
}

interface MessageTools {
  readonly t: Translate
  readonly date: (date: string) => string
}

/** Returns the fault and what to do. `since`: time of the box's last answer. */
function faultWords(fault: Fault, since: string | null, { t, date }: MessageTools): readonly [string, string] {
  switch (fault.cause) {
    case "box":
      return [since === null ? t("fault.box") : t("box.away", { since }), `${t("fault.boxDo")} ${t("fault.saleHere")}`]
    case "replaced":
      return [t("fault.replaced"), t("fault.replacedDo")]
    case "printer":
      return [t(`fault.${fault.state}`, { printer: fault.printer }), t(`fault.${fault.state}Do`)]
    case "unknownJobs":
      return [t("fault.unknownJobs", { n: fault.count }), t("fault.unknownJobsDo")]
    case "tenders":
      return [t("fault.tenders", { orders: fault.orders.join(", ") }), t("fault.tendersDo")]
    case "doubt":
      return [t("fault.doubt", { orders: fault.orders.join(", ") }), t("fault.doubtDo")]
    case "dayAhead":
      return [t("fault.dayAhead", { date: date(fault.date), today: date(fault.today) }), t("fault.dayAheadDo")]
    case "unclaimed":
      return [t("fault.unclaimed"), t("fault.unclaimedDo")]
    case "hub":
      return [t("fault.hub"), t("fault.hubDo")]
  }
}
