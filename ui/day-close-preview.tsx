/** A preview of the printed day close, at a paper width that is remembered on this device. */
import { SegmentedControl } from "@mantine/core"
import { type ReactNode, useEffect, useState } from "react"
import { previewDay } from "../protocol/http/print-jobs.ts"
import { useBox } from "./device/box.tsx"
import type { RequestError } from "./explain.ts"
import { svgUrl } from "./icons.tsx"
import { useLanguage } from "./language.tsx"
import type { CommonKey } from "./messages/index.ts"
import type { JOBS } from "./messages/jobs.ts"
import { recall, remember } from "./remember.ts"
import { ErrorState, Loading } from "./states.tsx"

const WIDTHS = [32, 42, 48] as const
type Width = (typeof WIDTHS)[number]
const WIDTH_DEFAULT = 42

interface DayClosePreviewProps {
  readonly businessDayDate: string
  /** Any text that changes when the day's figures change. */
  readonly mark: string
  readonly storageKey: string
  readonly children?: ReactNode
}

export function DayClosePreview({ businessDayDate, mark, storageKey, children }: DayClosePreviewProps) {
  const { t } = useLanguage<CommonKey | keyof typeof JOBS>()
  const [width, setWidth] = useState(() => widthOf(recall<number>(storageKey)))
  const { picture, error } = useDayPicture(businessDayDate, width, mark)
  const choose = (value: string) => {
    remember(storageKey, Number(value))
    setWidth(widthOf(Number(value)))
  }
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t("paper.width")}
        data={WIDTHS.map((columns) => ({ value: String(columns), label: t("paper.columns", { n: columns }) }))}
        value={String(width)}
        onChange={choose}
      />
      {children}
      <ErrorState answer={error} />
      <div className="paper">
        {picture ? (
          <img src={picture.url} alt={t("paper.alt", { n: picture.width })} />
        ) : (
          <Loading>{t("paper.loading")}</Loading>
        )}
      </div>
    </>
  )
}

function widthOf(value: number | null): Width {
  return WIDTHS.find((width) => width === value) ?? WIDTH_DEFAULT
}

interface DayPicture {
  readonly picture: { readonly url: string; readonly width: Width } | null
  readonly error: RequestError | null
}

/** Until the picture of another width has loaded, the previous one is shown with its own width. */
function useDayPicture(businessDayDate: string, width: Width, mark: string): DayPicture {
  const { client } = useBox()
  const [state, setState] = useState<DayPicture>({ picture: null, error: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the figures change
  useEffect(() => {
    let isOver = false
    void client.call(previewDay, { params: { businessDayDate }, query: { width } }).then((answer) => {
      if (isOver) return
      if (!answer.ok) return setState(({ picture }) => ({ picture, error: answer }))
      setState({ picture: { url: svgUrl(answer.data.svg), width }, error: null })
    })
    return () => {
      isOver = true
    }
  }, [client, businessDayDate, width, mark])
  return state
}
