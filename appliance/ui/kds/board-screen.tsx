/** The pick-up board: two columns of numbers for people who wait, and nothing else. */
import { readBoard } from "../../../protocol/http/kitchen.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useShown } from "../../../ui/device/live.tsx"
import { useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { Loading } from "../../../ui/states.tsx"
import { isStale } from "./kitchen-bar.tsx"
import { useLanguage } from "./language.ts"
import { useTick } from "./use-tick.ts"

const NUDGES = ["tickets"] as const
/** What fits on a screen and is read from the door. */
const PREPARING_MAX = 24
const READY_MAX = 12

export function BoardScreen() {
  const { t } = useLanguage()
  const { device } = useBox()
  const now = useTick()
  const snapshot = useSnapshot(readBoard, { on: NUDGES })
  const { data } = snapshot
  useShown(data ? data.preparing.length + data.ready.length : undefined)
  if (!data) return <Loading>{t("box.looking")}</Loading>
  return (
    <main className="board">
      <header>{device.store.name}</header>
      <Numbers title={t("board.preparing")} codes={data.preparing} max={PREPARING_MAX} look="preparing" />
      <Numbers title={t("board.ready")} codes={data.ready} max={READY_MAX} look="ready" />
      {(snapshot.behind || isStale(snapshot, now)) && <footer role="alert">{t("board.stale")}</footer>}
    </main>
  )
}

interface NumbersProps {
  readonly title: string
  readonly codes: readonly string[]
  readonly max: number
  readonly look: "preparing" | "ready"
}

function Numbers({ title, codes, max, look }: NumbersProps) {
  const { t } = useLanguage()
  return (
    <section className={`board-${look}`} aria-label={title}>
      <h1>{title}</h1>
      <ul aria-live="polite">
        {codes.slice(0, max).map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {codes.length === 0 && <p>{t("board.none")}</p>}
      {codes.length > max && <p>{t("board.more", { n: codes.length - max })}</p>}
    </section>
  )
}
