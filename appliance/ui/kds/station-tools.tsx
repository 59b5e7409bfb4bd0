/** The buttons of a station's screen: undo, recall, all-day, sound, settings. */
import { TextInput } from "@mantine/core"
import type { StationSnapshot } from "../../../protocol/shapes/ticket.ts"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { ColorTool, Tool } from "./kitchen-bar.tsx"
import { useLanguage } from "./language.ts"
import type { Sound } from "./use-sound.ts"

export type Panel = "recall" | "all_day" | "settings"

interface StationToolsProps {
  readonly undo: StationSnapshot["undo"]
  readonly onUndo: () => void
  readonly panel: Panel | null
  readonly onPanel: (panel: Panel) => void
  readonly sound: Sound
}

export function StationTools({ undo, onUndo, panel, onPanel, sound }: StationToolsProps) {
  const { t } = useLanguage()
  return (
    <>
      <Tool onClick={onUndo} disabled={undo === null}>
        {undo ? t("kds.undo", { code: undo.orderCode }) : t("kds.undoNone")}
      </Tool>
      <Tool onClick={() => onPanel("recall")} pressed={panel === "recall"}>
        {t("kds.recall")}
      </Tool>
      <Tool onClick={() => onPanel("all_day")} pressed={panel === "all_day"}>
        {t("kds.allDay")}
      </Tool>
      <SoundTool sound={sound} />
      <Tool onClick={() => onPanel("settings")} pressed={panel === "settings"}>
        {t("kds.settings")}
      </Tool>
    </>
  )
}

/** Browsers block sound until the page was tapped. The tap on this button is enough. */
function SoundTool({ sound: { muted, blocked, toggle } }: { sound: Sound }) {
  const { t } = useLanguage()
  if (blocked && !muted) return <Tool onClick={() => undefined}>{t("kds.soundTap")}</Tool>
  return (
    <Tool onClick={toggle} pressed={!muted}>
      {t(muted ? "kds.soundOff" : "kds.soundOn")}
    </Tool>
  )
}

interface SettingsPanelProps {
  readonly places: string
  readonly onPlaces: (typed: string) => void
}

export function SettingsPanel({ places, onPlaces }: SettingsPanelProps) {
  const { t } = useLanguage()
  return (
    <aside className="kds-side" aria-label={t("kds.settings")}>
      <h2>{t("kds.settings")}</h2>
      <TextInput
        label={t("kds.keys")}
        description={t("kds.keysText")}
        defaultValue={places}
        onBlur={(event) => onPlaces(event.currentTarget.value)}
      />
      <h3>{t("kds.look")}</h3>
      <ColorTool />
      <LanguagePicker />
    </aside>
  )
}
