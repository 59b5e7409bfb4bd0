/** Covers the page once another box has replaced the one it is paired with. */
import { Button } from "@mantine/core"
import { useState } from "react"
import { ConfirmButton } from "../confirm-button.tsx"
import { Icon } from "../icons.tsx"
import { useLanguage } from "../language.tsx"
import type { ScreenName } from "./pair-screen.tsx"

/** Staff can look at the page behind, to finish what they began. Guests cannot. */
const STAFFED: readonly ScreenName[] = ["pos", "kds", "expo", "manage"]

interface ReplacedProps {
  readonly screen: ScreenName
  /** Ends the pairing with this box. */
  readonly onForget: () => void
}

export function Replaced({ screen, onForget }: ReplacedProps) {
  const { t } = useLanguage()
  const [seen, setSeen] = useState(false)
  if (seen) return <p className="replaced-note" role="status">{`${t("replaced.title")} ${t("replaced.text")}`}</p>
  return (
    <div className="replaced" role="alertdialog" aria-modal="true" aria-label={t("replaced.title")}>
      <span className="state-icon">
        <Icon name="alert" size={36} />
      </span>
      <h1>{t("replaced.title")}</h1>
      <p>{t(STAFFED.includes(screen) ? "replaced.text" : "replaced.guests")}</p>
      {STAFFED.includes(screen) && (
        <>
          <Button variant="default" onClick={() => setSeen(true)}>
            {t("replaced.look")}
          </Button>
          <ConfirmButton variant="outline" onConfirm={onForget}>
            {t("replaced.pair")}
          </ConfirmButton>
        </>
      )}
    </div>
  )
}
