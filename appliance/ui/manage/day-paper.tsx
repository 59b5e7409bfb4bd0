/** Preview of the printed day close at each paper width. */
import "./print-jobs.css"
import { SegmentedControl } from "@mantine/core"
import { useEffect, useState } from "react"
import { previewDay } from "../../../protocol/http/print-jobs.ts"
import { useBox } from "../../../ui/device/box.tsx"
import type { RequestError } from "../../../ui/explain.ts"
import { recall, remember } from "../../../ui/remember.ts"
import { ErrorState, Loading } from "../../../ui/states.tsx"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"

const WIDTHS = [32, 42, 48] as const
type Width = (typeof WIDTHS)[number]
const KEY = "brasa.manage.paperWidth"

interface DayPaperProps {
  readonly businessDayDate: string
  readonly closed: boolean
  /** Changes when the day's figures change. */
  readonly mark: string
}

export function DayClosePaper({ businessDayDate, closed, mark }: DayPaperProps) {
  const { t } = useLanguage()
  const [width, setWidth] = useState<Width>(() => WIDTHS.find((known) => known === recall<number>(KEY)) ?? 42)
  const { drawn, error } = useDayPicture(businessDayDate, width, mark)
  const choose = (value: string) => {
    const next = WIDTHS.find((known) => String(known) === value) ?? 42
    remember(KEY, next)
    setWidth(next)
  }
  return (
    <Card title={t(closed ? "paper.closed" : "paper.open")}>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t("paper.width")}
        data={WIDTHS.map((columns) => ({ value: String(columns), label: t("paper.columns", { n: columns }) }))}
        value={String(width)}
        onChange={choose}
      />
      <ErrorState answer={error} />
      <div className="paper">
        {drawn ? (
          <img src={drawn.svg} alt={t("paper.alt", { n: drawn.width })} />
        ) : (
          <Loading>{t("manage.loading")}</Loading>
        )}
      </div>
    </Card>
  )
}

interface Drawn {
  readonly svg: string
  readonly width: Width
}

/** Until the picture of another width has loaded, the previous one is shown with its own width. */
function useDayPicture(businessDayDate: string, width: Width, mark: string) {
  const { client } = useBox()
  const [paper, setPaper] = useState<{ drawn: Drawn | null; error: RequestError | null }>({
    drawn: null,
    error: null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other figures are another paper
  useEffect(() => {
    let over = false
    void client.call(previewDay, { params: { businessDayDate }, query: { width } }).then((answer) => {
      if (over) return
      if (!answer.ok) return setPaper(({ drawn }) => ({ drawn, error: answer }))
      const svg = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(answer.data.svg)}`
      setPaper({ drawn: { svg, width }, error: null })
    })
    return () => {
      over = true
    }
  }, [client, businessDayDate, width, mark])
  return paper
}
