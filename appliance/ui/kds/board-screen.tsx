/** The pick-up board: two columns of numbers for people who wait, and nothing else. */
import "./board-screen.css"
import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import { readBoard } from "../../../protocol/http/kitchen.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useShown } from "../../../ui/device/live.tsx"
import { useNow } from "../../../ui/device/use-now.ts"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { Loading } from "../../../ui/states.tsx"
import { isStale } from "./kitchen-bar.tsx"
import { useLanguage } from "./language.ts"

const TOPICS = ["tickets"] as const
/** With more codes the font is smaller. */
const LARGE_MAX = 12

export function BoardScreen() {
  const { t } = useLanguage()
  const { device } = useBox()
  const now = useNow()
  const snapshot = useSnapshot(readBoard, { on: TOPICS })
  const { data } = snapshot
  useShown(data ? data.preparing.length + data.ready.length : undefined)
  if (!data) return <Loading>{t("box.looking")}</Loading>
  return (
    <main className="board">
      <header>{device.store.name}</header>
      <Numbers title={t("board.preparing")} codes={data.preparing} look="preparing" />
      <Numbers title={t("board.ready")} codes={data.ready} look="ready" />
      {(snapshot.behind || isStale(snapshot, now)) && <footer role="alert">{t("board.stale")}</footer>}
    </main>
  )
}

interface NumbersProps {
  readonly title: string
  readonly codes: readonly string[]
  readonly look: "preparing" | "ready"
}

function Numbers({ title, codes, look }: NumbersProps) {
  const { t } = useLanguage()
  const { ref, fits } = useFit()
  const hidden = codes.length - fits
  return (
    <section className={`board-${look}`} aria-label={title}>
      <h1>{title}</h1>
      {codes.length === 0 && <p>{t("board.none")}</p>}
      <ul aria-live="polite" ref={ref} className={codes.length > LARGE_MAX ? "board-many" : undefined}>
        {codes.map((code, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two channels may call two orders by the same number
          <li key={index} className={index < fits ? undefined : "board-unseen"}>
            {code}
          </li>
        ))}
      </ul>
      {hidden > 0 && <p>{t("board.more", { n: hidden })}</p>}
    </section>
  )
}

/** Where letters are scaled, an item may overflow by parts of a pixel. */
const TOLERANCE = 1

/** Counts the items of a wrapped list that fit, so that none is cut off; the caller shows the rest as a number. */
function useFit(): { ref: RefObject<HTMLUListElement | null>; fits: number } {
  const ref = useRef<HTMLUListElement>(null)
  const [fits, setFits] = useState(0)
  // No dependencies: each rendering may have other items.
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    const measure = () => setFits(howManyFit(list))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list)
    return () => observer.disconnect()
  })
  return { ref, fits }
}

function howManyFit(list: HTMLElement): number {
  const end = list.getBoundingClientRect().bottom + TOLERANCE
  const items = [...list.children]
  const firstOut = items.findIndex((item) => item.getBoundingClientRect().bottom > end)
  return firstOut === -1 ? items.length : firstOut
}
