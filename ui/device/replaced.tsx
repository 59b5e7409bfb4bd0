/** The box was replaced by another: its screens stop, and say so over whatever they show. */
import { Button } from "@mantine/core"
import { useState } from "react"
import { ConfirmButton } from "../confirm-button.tsx"
import { Icon } from "../icons.tsx"
import { useLanguage } from "../language.tsx"
import type { ScreenName } from "./pair-screen.tsx"

/** Screens at which staff may still have to end what was begun: a plate on the stove, a count. Guests begin nothing here. */
const STAFFED: readonly ScreenName[] = ["pos", "kds", "expo", "manage"]

interface ReplacedProps {
  readonly screen: ScreenName
  /** Gives the pairing with this box up. */
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
