/** Payment on the guest's telephone: the QR code and its state. The order exists already. */
import { Button, Loader } from "@mantine/core"
import { useEffect, useMemo } from "react"
import { renderSVG } from "uqr"
import { fromText } from "../../../protocol/money.ts"
import { useFigures } from "../../../ui/figures.tsx"
import { useLanguage } from "./language.ts"
import type { LinkState } from "./link-state.ts"
import { useOwnLink } from "./use-own-link.ts"
import { useVisit } from "./use-visit.tsx"
import type { PlacedOrder } from "./visit.ts"

export function LinkScreen() {
  const { visit } = useVisit()
  return visit.order && visit.payBy !== null ? <Paying order={visit.order} method={visit.payBy} /> : null
}

function Paying({ order, method }: { order: PlacedOrder; method: string }) {
  const { t } = useLanguage()
  const { step } = useVisit()
  const { state, again } = useOwnLink(order.orderId, method)
  const paid = state.is === "paid"
  const doubt = state.is === "unknown" || state.is === "staff"
  useEffect(() => {
    if (paid) step({ type: "paid" })
  }, [paid, step])
  return (
    <section className="kiosk-centre">
      <p className="kiosk-number">{t("link.number", { code: order.orderCode })}</p>
      <div className="kiosk-link" role="status" aria-live="polite">
        <LinkStatus state={state} total={order.total} />
      </div>
      <div className="kiosk-bar">
        {state.is === "ended" && (
          <Button size="xl" variant="default" onClick={again}>
            {t("link.again")}
          </Button>
        )}
        <Button size="xl" variant="default" className="grow" onClick={() => step({ type: "counter", doubt })}>
          {t(doubt ? "link.show" : "pay.counter")}
        </Button>
      </div>
    </section>
  )
}

function LinkStatus({ state, total }: { state: LinkState; total: string }) {
  const { t } = useLanguage()
  if (state.is === "waiting") return <Code link={state.link} total={total} />
  if (state.is === "ended") return <h1 role="alert">{t(`link.${state.why}`)}</h1>
  if (state.is === "asking" || state.is === "paid") {
    return (
      <>
        <Loader size="xl" />
        <h1>{t("link.asking")}</h1>
      </>
    )
  }
  return <h1 role="alert">{t(`link.${state.is}`)}</h1>
}

function Code({ link, total }: { link: string; total: string }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const words = t("link.scan", { total: money(fromText(total)) })
  const picture = useMemo(() => `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`, [link])
  return (
    <>
      <img className="kiosk-qr" src={picture} alt={words} data-link={link} />
      <h1>{words}</h1>
      <p className="soft">{t("link.waiting")}</p>
    </>
  )
}
