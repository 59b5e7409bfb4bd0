/** Payments in doubt: somebody checks the terminal and settles each as paid or not. */
import { Button, Title } from "@mantine/core"
import { getOrder } from "../../../../protocol/http/orders.ts"
import { settleTenders } from "../../../../protocol/http/payments-in-doubt.ts"
import { fromText, scaleMajor } from "../../../../protocol/money.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { takenTendersOf } from "../charge/sale-request.ts"
import { useLanguage } from "../language.ts"
import { isFree } from "../sale.ts"
import type { Today } from "../today.ts"
import { useSale } from "../use-sale.tsx"
import { useToday } from "../use-today.tsx"

type Doubt = Today["tendersInDoubt"][number]

export function PaymentsInDoubtList({ doubts, onCharge }: { doubts: readonly Doubt[]; onCharge: () => void }) {
  const { t, wordOf } = useLanguage()
  const { money, when } = useFigures()
  const { now } = useBox()
  const { pending, error, settle } = useSettle(onCharge)
  if (doubts.length === 0) return null
  return (
    <section aria-label={t("doubts.title")}>
      <Title order={2} size="h3">
        {t("doubts.title")}
      </Title>
      <p className="none">{t("doubts.text")}</p>
      <ErrorState answer={error} />
      <ul className="rows">
        {doubts.map((doubt) => (
          <li key={doubt.doubtId} className="row" data-doubt={doubt.orderCode}>
            <b className="row-code figures">{doubt.orderCode}</b>
            <span className="row-what">
              {wordOf(`method.${doubt.method}`, doubt.method)}
              <small>
                {when(doubt.at, now())} · {doubt.terminal}
              </small>
            </span>
            <b className="figures">{money(scaleMajor(doubt.amount) ?? 0)}</b>
            <Button
              color="good"
              leftSection={<Icon name="check" />}
              loading={pending}
              onClick={() => settle(doubt, "paid")}
            >
              {t("doubts.paid")}
            </Button>
            <ConfirmButton variant="outline" disabled={pending} onConfirm={() => settle(doubt, "not_paid")}>
              {t("doubts.notPaid")}
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens the charge for an unpaid order, with its other tenders. During another sale it stays among the open orders. */
function useSettle(onCharge: () => void) {
  const { client } = useBox()
  const { sale, step } = useSale()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const settle = async ({ doubtId, orderId }: Doubt, outcome: "paid" | "not_paid") => {
    const done = await request(() => client.call(settleTenders, { params: { doubtId }, body: { outcome } }))
    if (!done) return
    await refresh()
    if (outcome === "paid" || !isFree(sale)) return
    const query = { fields: "orderCode,orderLines,settlement,totals" }
    const read = await request(() => client.call(getOrder, { params: { orderId }, query }))
    if (!read) return
    const { orderCode = "", orderLines = [], totals = [] } = read.data
    const total = fromText(totals.find(({ code }) => code === "TOTAL")?.amount ?? "0")
    const lines = orderLines.map(({ name, quantity }) => ({ name, quantity }))
    const order = { id: orderId, orderCode, total, lines }
    step({ type: "chargeOrder", order, taken: done.data.taken.map(takenTendersOf), orderId: makeUuid() })
    onCharge()
  }
  return { pending, error, settle }
}
