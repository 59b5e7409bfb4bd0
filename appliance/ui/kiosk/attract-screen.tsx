/** Greets a guest: the language, and one touch to begin. */
import "./attract-screen.css"
import { UnstyledButton } from "@mantine/core"
import { Brand } from "../../../ui/brand.tsx"
import { LanguagePicker } from "../../../ui/language-picker.tsx"
import { useLanguage } from "./language.ts"
import { useVisit } from "./use-visit.tsx"

export function AttractScreen() {
  const { t } = useLanguage()
  const { step } = useVisit()
  return (
    <section className="attract">
      <div className="attract-hello">
        <Brand large />
        <h1>{t("kiosk.welcome")}</h1>
      </div>
      <div className="attract-ways">
        <UnstyledButton className="way" onClick={() => step({ type: "begin", fulfillment: "DINE_IN" })}>
          <Plate /> {t("kiosk.here")}
        </UnstyledButton>
        <UnstyledButton className="way" onClick={() => step({ type: "begin", fulfillment: "TAKE_AWAY" })}>
          <Bag /> {t("kiosk.away")}
        </UnstyledButton>
      </div>
      <LanguagePicker />
    </section>
  )
}

function Plate() {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className="way-sign">
      <circle cx="32" cy="32" r="17" />
      <circle cx="32" cy="32" r="9" />
      <path d="M6 12v12c0 4 2 6 4 6v22M6 12v10m4-10v10m4-10v12c0 4-2 6-4 6M56 12c-5 2-6 10-6 18h6m0-18v40" />
    </svg>
  )
}

function Bag() {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className="way-sign">
      <path d="M14 22h36l3 32H11l3-32zM23 28V18a9 9 0 0118 0v10" />
    </svg>
  )
}
