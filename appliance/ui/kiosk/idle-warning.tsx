/** Asks whether somebody is still there before everything personal is wiped; any touch is an answer. */
import { Button } from "@mantine/core"
import { useLanguage } from "./language.ts"
import { useVisit } from "./use-visit.tsx"

export function IdleWarning({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useLanguage()
  const { visit } = useVisit()
  const code = visit.order?.orderCode
  return (
    <div className="idle-veil">
      <div
        className="idle-card"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="idle-title"
        aria-describedby="idle-text"
      >
        <h1 id="idle-title">{t("idle.title")}</h1>
        <p id="idle-text">
          {code === undefined ? t("idle.text", { n: secondsLeft }) : t("idle.saved", { code, n: secondsLeft })}
        </p>
        <Button size="xl" fullWidth autoFocus>
          {t("idle.stay")}
        </Button>
      </div>
    </div>
  )
}
