/** Chooses how to pay: by link on the guest's telephone or at the counter. The choice creates the order. */
import "./pay-screen.css"
import { Button, UnstyledButton } from "@mantine/core"
import { useEffect } from "react"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon, type IconName } from "../../../ui/icons.tsx"
import { basketOf, sentOf } from "./basket.ts"
import { useLanguage } from "./language.ts"
import { useKiosk } from "./use-kiosk.tsx"
import { useVisit } from "./use-visit.tsx"

export function PayScreen() {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { menu, state } = useKiosk()
  const { visit, step } = useVisit()
  const basket = menu ? basketOf(menu, visit.lines) : null
  const gone = (basket?.gone.length ?? 0) > 0
  useEffect(() => {
    if (gone) step({ type: "go", to: "basket" })
  }, [gone, step])
  if (!basket) return null
  const send = (payBy: string | null) => step({ type: "send", sent: sentOf(visit, basket), payBy })
  const online = state?.online === true
  const methods = state?.linkMethods ?? []
  return (
    <section className="kiosk-form" aria-label={t("pay.title")}>
      <div className="kiosk-scroll">
        <h1>{t("pay.title")}</h1>
        <p className="kiosk-total">
          <span>{t("kiosk.total")}</span>
          <b className="figures">{money(basket.total)}</b>
        </p>
        <div className="pay-ways">
          {methods.map(({ code, name }) => (
            <PaymentChoice
              key={code}
              icon="phone"
              title={methods.length > 1 ? `${t("pay.phone")} · ${name}` : t("pay.phone")}
              about={online ? t("pay.phoneHow") : t("pay.phoneOffline")}
              disabled={!online}
              onPick={() => send(code)}
            />
          ))}
          <PaymentChoice icon="cash" title={t("pay.counter")} about={t("pay.counterHow")} onPick={() => send(null)} />
        </div>
      </div>
      <div className="kiosk-bar">
        <Button size="xl" variant="default" onClick={() => step({ type: "go", to: "buyer" })}>
          {t("kiosk.back")}
        </Button>
      </div>
    </section>
  )
}

interface PaymentChoiceProps {
  readonly icon: IconName
  readonly title: string
  readonly about: string
  readonly disabled?: boolean
  readonly onPick: () => void
}

function PaymentChoice({ icon, title, about, disabled = false, onPick }: PaymentChoiceProps) {
  return (
    <UnstyledButton className="pay-way" disabled={disabled} onClick={onPick}>
      <Icon name={icon} size={44} />
      <span>
        <b>{title}</b>
        <small>{about}</small>
      </span>
    </UnstyledButton>
  )
}
