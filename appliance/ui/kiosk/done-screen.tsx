/** Shows the locator in large letters, whether the order is paid or where to pay, and the state of the printed slip. */
import "./done-screen.css"
import { Button } from "@mantine/core"
import { Icon } from "../../../ui/icons.tsx"
import { useLanguage } from "./language.ts"
import { usePrintedLocator } from "./use-paper.ts"
import { useVisit } from "./use-visit.tsx"
import type { PlacedOrder } from "./visit.ts"

export function DoneScreen() {
  const { visit } = useVisit()
  return visit.order ? <Shown order={visit.order} jobId={visit.jobId} /> : null
}

function Shown({ order, jobId }: { order: PlacedOrder; jobId: string }) {
  const { t } = useLanguage()
  const { wipe } = useVisit()
  const paper = usePrintedLocator(order.orderId, jobId)
  return (
    <section className="kiosk-centre" role="status">
      <h1>{t("done.number")}</h1>
      <b className="kiosk-locator figures">{order.orderCode}</b>
      {order.paid ? (
        <>
          <p className="kiosk-paid">
            <Icon name="check" size={34} /> {t("done.paid")}
          </p>
          <p>{t("done.wait")}</p>
        </>
      ) : (
        <>
          <p className="kiosk-unpaid">{t(order.doubt ? "done.doubt" : "done.counter")}</p>
          <p>{t(order.doubt ? "done.doubtDo" : "done.counterDo")}</p>
        </>
      )}
      <p className="kiosk-paper" data-paper={paper} aria-live="polite">
        <Icon name={paper === "failed" || paper === "none" ? "alert" : "printer"} size={28} />{" "}
        {t(`done.paper.${paper}`)}
      </p>
      <div className="kiosk-bar">
        <Button size="xl" className="grow" onClick={wipe}>
          {t("done.finish")}
        </Button>
      </div>
    </section>
  )
}
