/** The status bar: state of the box, the hub and the printers. */
import { useAway } from "../../../ui/box-away.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon, type IconName } from "../../../ui/icons.tsx"
import { printerName } from "./faults.ts"
import { type Translate, useLanguage } from "./language.ts"
import type { Today } from "./today.ts"
import { useToday } from "./use-today.tsx"

interface Light {
  readonly tone: "good" | "note" | "bad"
  readonly icon: IconName
  readonly text: string
}

export function StatusBar() {
  const { t } = useLanguage()
  const { time, when } = useFigures()
  const { today, reachable: isRead, answeredAt } = useToday()
  const away = useAway()
  const reachable = isRead && !away
  const since = away?.since ?? (answeredAt ? time(answeredAt) : "")
  const lights: readonly (readonly [string, Light])[] = [
    ["box", boxLight(reachable, since, t)],
    ...(today && reachable
      ? ([
          ["hub", hubLight(today.hub, (at) => when(at, today.now), t)],
          ...today.printers.map(
            (printer) => [printer.printerId, printerLight(printer, today.printers.length, t)] as const,
          ),
        ] as const)
      : []),
  ]
  return (
    <footer className="status">
      {lights.map(([name, { tone, icon, text }]) => (
        <span key={name} className={`light light-${tone}`} data-light={name}>
          <Icon name={icon} size={16} /> {text}
        </span>
      ))}
    </footer>
  )
}

function boxLight(reachable: boolean, since: string, t: Translate): Light {
  if (reachable) return { tone: "good", icon: "check", text: t("status.box") }
  return { tone: "bad", icon: "cross", text: t("status.boxSilent", { since }) }
}

function hubLight({ link, unsent, lastAckAt }: Today["hub"], when: (at: string) => string, t: Translate): Light {
  const since = lastAckAt ? when(lastAckAt) : t("status.never")
  if (link === "down") {
    const text = unsent > 0 ? t("status.hubDown", { n: unsent, since }) : t("status.hubDownNothing")
    return { tone: "note", icon: "cross", text }
  }
  if (unsent > 0) return { tone: "note", icon: "up", text: t("status.hubSending", { n: unsent, since }) }
  return { tone: "good", icon: "check", text: t("status.hubHasAll") }
}

function printerLight({ state, queued, printerId }: Today["printers"][number], printers: number, t: Translate): Light {
  const name = { printer: printerName(printerId, printers) }
  if (state === "ready") {
    if (queued > 0) return { tone: "note", icon: "printer", text: t("status.printing", { ...name, n: queued }) }
    return { tone: "good", icon: "check", text: t("status.printer.ready", name) }
  }
  const tone = state === "unknown" ? "note" : "bad"
  return { tone, icon: state === "unknown" ? "printer" : "cross", text: t(`status.printer.${state}`, name) }
}
