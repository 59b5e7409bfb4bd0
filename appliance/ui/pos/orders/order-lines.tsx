/** An order's lines and payments. */
import { fromText, sum, times } from "../../../../protocol/money.ts"
import { useFigures } from "../../../../ui/figures.tsx"
import { declineWord } from "../charge/decline-word.ts"
import { useLanguage } from "../language.ts"
import type { EditableOrder } from "./correct-order.ts"

type Line = NonNullable<EditableOrder["orderLines"]>[number]
type Payment = NonNullable<EditableOrder["payments"]>[number]

export function OrderLines({ order: { orderLines = [] } }: { order: EditableOrder }) {
  return (
    <ul className="bought-list">
      {orderLines.map((line) => (
        <BoughtLine key={line.lineId} line={line} />
      ))}
    </ul>
  )
}

function BoughtLine({ line }: { line: Line }) {
  const { count, money } = useFigures()
  const { name, quantity, modifiers, notes } = line
  return (
    <li>
      <span className="row-what">
        <span>
          <span className="figures">{count(quantity)}</span> {name}
        </span>
        {modifiers.map(({ optionId, name: option, quantity: portions }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same modifier may occur twice, and their order never changes
          <small key={index}>
            + {portions !== 1 && `${count(portions)} `}
            {option ?? optionId}
          </small>
        ))}
        {notes && <small>{notes}</small>}
      </span>
      <b className="figures">{money(priceOf(line))}</b>
    </li>
  )
}

/** A modifier's price counts for each piece. */
function priceOf({ unitPrice, quantity, modifiers }: Line) {
  const extra = modifiers.map((modifier) => times(fromText(modifier.unitPrice), modifier.quantity * quantity))
  return times(fromText(unitPrice), quantity) + sum(extra)
}

export function OrderPayments({ order: { payments = [], paymentMethods = [] } }: { order: EditableOrder }) {
  const { t } = useLanguage()
  // A prepaid order has no tenders.
  const paid = payments.length > 0 ? payments : paymentMethods.map((prepaid) => ({ ...prepaid, status: "approved" }))
  if (paid.length === 0) return null
  return (
    <>
      <b>{t("order.payments")}</b>
      <ul className="bought-list">
        {paid.map((payment, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
          <PaymentRow key={index} payment={payment} />
        ))}
      </ul>
    </>
  )
}

/** The refunds of a completed sale, with their reasons. */
export function OrderRefunds({ order: { refunds = [] } }: { order: EditableOrder }) {
  const { t, wordOf } = useLanguage()
  const { money } = useFigures()
  if (refunds.length === 0) return null
  return (
    <>
      <b>{t("refund.list")}</b>
      <ul className="bought-list">
        {refunds.map(({ refundId, amount, reason, tenders }) => (
          <li key={refundId}>
            <span className="row-what">
              {tenders.map(({ method }) => wordOf(`method.${method}`, method)).join(" + ")}
              <small>{reason}</small>
            </span>
            <b className="figures">{money(-fromText(amount))}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

type Paid = Pick<Payment, "method" | "amount"> & { readonly status: string; readonly declineReason?: string }

function PaymentRow({ payment: { method, amount, status, declineReason } }: { payment: Paid }) {
  const language = useLanguage()
  const { t, wordOf } = language
  const { money } = useFigures()
  const why = declineReason && t("charge.declinedFor", { reason: declineWord(declineReason, language) })
  return (
    <li>
      <span className="row-what">
        {wordOf(`method.${method}`, method)}
        {status === "declined" && <small>{why || t("card.declined")}</small>}
      </span>
      <b className="figures">{money(fromText(amount))}</b>
    </li>
  )
}
