/** The top bar of a kitchen screen: its name, expected and shown tickets, the age of its data, and faults. */
import { useMantineColorScheme } from "@mantine/core"
import type { ReactNode } from "react"
import { waitedMs } from "../../../protocol/rules/kitchen/ticket-clock.ts"
import type { Snapshot } from "../../../ui/device/use-snapshot.ts"
import { explain, type RequestError } from "../../../ui/explain.ts"
import { Icon } from "../../../ui/icons.tsx"
import { useLanguage } from "./language.ts"

/** A screen without notifications reads again well before this. */
const STALE_MS = 25_000
const SECOND_MS = 1_000

const WORDS = {
  kds: { shown: "kds.shown", behind: "kds.behind" },
  expo: { shown: "expo.shown", behind: "expo.behind" },
} as const

interface KitchenBarProps {
  readonly title: string
  readonly counts: { readonly shown: number; readonly expected: number } | null
  readonly words: keyof typeof WORDS
  readonly snapshot: Pick<Snapshot<unknown>, "answeredAt" | "reachable" | "behind">
  readonly now: string
  readonly children?: ReactNode
}

export function KitchenBar({ title, counts, words, snapshot, now, children }: KitchenBarProps) {
  const { t } = useLanguage()
  const age = snapshot.answeredAt === null ? null : waitedMs(snapshot.answeredAt, now)
  const behind = counts !== null && counts.shown < counts.expected
  return (
    <header className="kds-bar">
      <h1>{title}</h1>
      <div className="kds-facts" aria-live="off">
        {counts && <strong className={behind ? "kds-wrong" : ""}>{t(WORDS[words].shown, counts)}</strong>}
        {age !== null && (
          <span className={isStale(snapshot, now) ? "kds-wrong" : ""}>
            {t("kds.synced", { s: Math.floor(age / SECOND_MS) })}
          </span>
        )}
      </div>
      <div className="kds-tools">{children}</div>
    </header>
  )
}

interface KitchenFaultProps extends Pick<KitchenBarProps, "counts" | "words" | "snapshot" | "now"> {
  readonly waiting: number
  readonly error: RequestError | null
}

/** One line that names the fault; empty without one. */
export function KitchenFault({ counts, words, snapshot, now, waiting, error }: KitchenFaultProps) {
  const { t } = useLanguage()
  const lines: string[] = []
  if (isStale(snapshot, now) && snapshot.answeredAt !== null) {
    lines.push(t("kds.offline", { s: Math.floor(waitedMs(snapshot.answeredAt, now) / SECOND_MS) }))
    if (waiting > 0) lines.push(t("kds.waiting", { n: waiting }))
  } else if (snapshot.behind) lines.push(t("kds.catchingUp"))
  else if (counts && counts.shown < counts.expected) lines.push(t(WORDS[words].behind, counts))
  if (error) lines.push(t(explain(error)))
  if (lines.length === 0) return null
  return (
    <div className="kds-fault" role="alert">
      <Icon name="alert" size={28} />
      <span>{lines.join(" ")}</span>
    </div>
  )
}

export function isStale({ reachable, answeredAt }: KitchenBarProps["snapshot"], now: string): boolean {
  return !reachable || (answeredAt !== null && waitedMs(answeredAt, now) > STALE_MS)
}

interface ToolProps {
  readonly onClick: () => void
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly children: ReactNode
}

export function Tool({ onClick, pressed, disabled = false, children }: ToolProps) {
  return (
    <button type="button" className="kds-tool" aria-pressed={pressed} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  )
}

export function ColorTool() {
  const { t } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const next = colorScheme === "dark" ? "light" : "dark"
  return <Tool onClick={() => setColorScheme(next)}>{t(`kds.${next}`)}</Tool>
}
