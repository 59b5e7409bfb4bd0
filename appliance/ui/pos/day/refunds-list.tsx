/** Money to return to guests, of cancelled or twice paid orders: records the refund, from this drawer or elsewhere. */
import { Alert, Button, Title } from "@mantine/core"
import { recordRefund } from "../../../../protocol/http/money-to-return.ts"
import { fromText, sum } from "../../../../protocol/money.ts"
import type { RefundSource } from "../../../../protocol/shapes/cancellation.ts"
import type { MoneyToReturn } from "../../../../protocol/shapes/money-to-return.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { useLanguage } from "../language.ts"
import { useToday } from "../use-today.tsx"

interface RefundsListProps {
  readonly refunds: readonly MoneyToReturn[]
  /** A refund from the drawer needs an open shift. */
  readonly hasShift: boolean
  readonly onShow: (orderId: string) => void
}

export function RefundsList({ refunds, hasShift, onShow }: RefundsListProps) {
  const { t, wordOf } = useLanguage()
  const { money, when } = useFigures()
  const { now } = useBox()
  const { pending, error, record } = useRecord()
  if (refunds.length === 0) return null
  return (
    <section aria-label={t("refunds.title")}>
      <Title order={2} size="h3">
        {t("refunds.title")}
      </Title>
      <p className="none">{t("refunds.text")}</p>
      <ErrorState answer={error} />
      <ul className="rows">
        {refunds.map((refund) => (
          <li key={refund.orderId} className="row" data-refund={refund.orderCode}>
            <Button variant="subtle" className="row-code" onClick={() => onShow(refund.orderId)}>
              {refund.orderCode}
            </Button>
            <span className="row-what">
              {[
                ...refund.money.map(({ method }) => wordOf(`method.${method}`, method)),
                refund.paidTwice.length > 0 && t("refunds.twice"),
                refund.guest,
              ]
                .filter(Boolean)
                .join(" · ")}
              <small>{when(refund.since, now())}</small>
            </span>
            <b className="figures">{money(sum(refund.money.map((row) => fromText(row.amount))))}</b>
            <ConfirmButton disabled={pending || !hasShift} onConfirm={() => record(refund, "drawer")}>
              {t("refunds.drawer")}
            </ConfirmButton>
            <ConfirmButton variant="outline" disabled={pending} onConfirm={() => record(refund, "elsewhere")}>
              {t("refunds.elsewhere")}
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Note in an order's dialog. */
export function ToReturnNote({ refunds, orderId }: { refunds: readonly MoneyToReturn[]; orderId: string }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const refund = refunds.find((one) => one.orderId === orderId)
  if (!refund) return null
  const amount = money(sum(refund.money.map((row) => fromText(row.amount))))
  return <Alert color="bad" icon={<Icon name="alert" />} title={t("refunds.note", { amount })} role="alert" />
}

function useRecord() {
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const record = async ({ orderId }: MoneyToReturn, source: RefundSource) => {
    if (await request(() => client.call(recordRefund, { params: { orderId }, body: { source } }))) await refresh()
  }
  return { pending, error, record }
}
