/** Refunds a completed sale: all of it, some lines, or an amount. */
import { Alert, Button, Group, SegmentedControl, Select, Stack, Text, Textarea } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import type { SuccessOf } from "../../../../protocol/client/index.ts"
import type { RequestOf } from "../../../../protocol/http/endpoint.ts"
import { readRefundable, refundSale } from "../../../../protocol/http/refunds.ts"
import { fromText, type Scaled, toMajor } from "../../../../protocol/money.ts"
import { costOfLines } from "../../../../protocol/rules/payments/refund-sale.ts"
import { ConfirmButton } from "../../../../ui/confirm-button.tsx"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { MoneyField, useAmount } from "../../../../ui/money-field.tsx"
import { ErrorState, Loading } from "../../../../ui/states.tsx"
import { Stepper } from "../../../../ui/stepper.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { InCurrency } from "../in-currency.tsx"
import { useLanguage } from "../language.ts"
import type { EditableOrder } from "./correct-order.ts"

const PARTS = ["all", "lines", "amount"] as const
const REASONS = ["wrong", "quality", "missing", "mind", "charged"] as const
const CASH = "CASH"
const REASON_MAX = 500

type Refundable = SuccessOf<typeof readRefundable>["data"]
type Refund = SuccessOf<typeof refundSale>["data"]
type Part = (typeof PARTS)[number]

interface RefundFormProps {
  readonly order: EditableOrder
  readonly onRefunded: () => Promise<void>
}

export function RefundForm({ order, onRefunded }: RefundFormProps) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { error, request } = useRequest()
  const [left, setLeft] = useState<Refundable | null>(null)
  const [made, setMade] = useState<Refund | null>(null)
  const orderId = order.id ?? ""
  useEffect(() => {
    void request(() => client.call(readRefundable, { params: { orderId } })).then(
      (answer) => answer && setLeft(answer.data),
    )
  }, [client, request, orderId])
  if (made) return <RefundNote refund={made} />
  if (error) return <ErrorState answer={error} />
  if (!left) return <Loading>{t("order.reading")}</Loading>
  if (left.amount === "0") return <Text>{t("refund.nothing")}</Text>
  if (left.methods.every(({ byProvider }) => byProvider)) {
    return <Alert color="note" icon={<Icon name="alert" />} title={t("refund.byProvider")} />
  }
  const done = async (refund: Refund) => {
    setMade(refund)
    await onRefunded()
  }
  return (
    <InCurrency currency={left.currencyCode}>
      <Form order={order} left={left} onDone={done} />
    </InCurrency>
  )
}

interface FormProps {
  readonly order: EditableOrder
  readonly left: Refundable
  readonly onDone: (refund: Refund) => Promise<void>
}

function Form({ order, left, onDone }: FormProps) {
  const { t, wordOf } = useLanguage()
  const { money } = useFigures()
  const { pending, error, send } = useRefund(order, onDone)
  const [part, setPart] = useState<Part>("all")
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({})
  const [typed, setTyped] = useState("")
  const [method, setMethod] = useState<string | null>(null)
  const [reason, setReason] = useState("")
  const amountTyped = useAmount(typed)
  const lines = Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([lineId, quantity]) => ({ lineId, quantity }))
  const amounts: Record<Part, Scaled> = {
    all: fromText(left.amount),
    lines: costOfLines(pricedOrder(order, left), lines),
    amount: amountTyped ?? 0,
  }
  const amount = amounts[part]
  const methods = methodsOf(left)
  const isTooMuch = amount > fromText(left.amount)
  const submit = () =>
    send({
      reason: reason.trim(),
      ...(part === "lines" && { lines }),
      ...(part === "amount" && { amount: toMajor(amount) }),
      ...(method !== null && { method }),
    })
  return (
    <Stack>
      {left.voidUntil !== null && (
        <ConfirmButton variant="light" loading={pending} onConfirm={() => void send({ reason: t("refund.voided") })}>
          {t("refund.void", { amount: money(fromText(left.amount)) })}
        </ConfirmButton>
      )}
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t("refund.what")}
        data={PARTS.map((value) => ({ value, label: t(`refund.part.${value}`) }))}
        value={part}
        onChange={(value) => setPart(value as Part)}
      />
      {part === "lines" && <Lines left={left} quantities={quantities} onChange={setQuantities} />}
      {part === "amount" && <MoneyField label={t("refund.amount")} value={typed} onChange={setTyped} />}
      {methods.length > 1 && (
        <Select
          label={t("refund.how")}
          data={methods.map((value) => ({ value, label: wordOf(`method.${value}`, value) }))}
          placeholder={t("refund.asPaid")}
          clearable
          value={method}
          onChange={setMethod}
        />
      )}
      <Group gap="xs" role="group" aria-label={t("refund.reasons")}>
        {REASONS.map((name) => (
          <Button key={name} size="compact-md" variant="default" onClick={() => setReason(t(`refund.reason.${name}`))}>
            {t(`refund.reason.${name}`)}
          </Button>
        ))}
      </Group>
      <Textarea
        label={t("order.why")}
        value={reason}
        maxLength={REASON_MAX}
        autosize
        minRows={1}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {isTooMuch && <Text c="bad">{t("refund.tooMuch", { amount: money(fromText(left.amount)) })}</Text>}
      <ErrorState answer={error} />
      <ConfirmButton
        disabled={amount <= 0 || isTooMuch || reason.trim() === ""}
        loading={pending}
        onConfirm={() => void submit()}
      >
        {t("refund.submit", { amount: money(amount) })}
      </ConfirmButton>
    </Stack>
  )
}

interface LinesProps {
  readonly left: Refundable
  readonly quantities: Readonly<Record<string, number>>
  readonly onChange: (quantities: Readonly<Record<string, number>>) => void
}

function Lines({ left, quantities, onChange }: LinesProps) {
  const { t } = useLanguage()
  const { money, count } = useFigures()
  return (
    <ul className="bought-list">
      {left.lines.map(({ lineId, name, quantity, amount }) => {
        const set = (value: number) => onChange({ ...quantities, [lineId]: Math.min(Math.max(value, 0), quantity) })
        return (
          <li key={lineId}>
            <span className="row-what">
              {count(quantity)} {name} <small>{money(fromText(amount))}</small>
            </span>
            <Stepper
              value={quantities[lineId] ?? 0}
              min={0}
              max={quantity}
              size={48}
              onChange={set}
              labels={{ less: t("refund.less", { name }), more: t("refund.more", { name }) }}
            />
          </li>
        )
      })}
    </ul>
  )
}

function RefundNote({ refund: { amount, tenders } }: { refund: Refund }) {
  const { t, wordOf } = useLanguage()
  const { money } = useFigures()
  const methods = tenders.map(({ method }) => wordOf(`method.${method}`, method)).join(" + ")
  return (
    <Text role="status" c="good">
      {t("refund.done", { amount: money(fromText(amount)), method: methods })}
    </Text>
  )
}

/** Cash may replace any other method of the store. */
function methodsOf({ methods }: Refundable): string[] {
  const own = methods.filter(({ byProvider }) => !byProvider).map(({ method }) => method)
  return [...new Set([...own, CASH])]
}

function pricedOrder({ orderLines = [], totals = [], refunds }: EditableOrder, { currencyCode }: Refundable) {
  return { orderLines: [...orderLines], totals: [...totals], currencyCode, ...(refunds && { refunds: [...refunds] }) }
}

type RefundBody = RequestOf<typeof refundSale>["body"]

/** A retry uses the same `refundId`, so that the money is refunded once. */
function useRefund(order: EditableOrder, onDone: (refund: Refund) => Promise<void>) {
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const refundId = useRef(makeUuid())
  const send = async (wanted: Omit<RefundBody, "refundId">) => {
    const params = { orderId: order.id ?? "" }
    const answer = await request(() =>
      client.call(refundSale, { params, body: { refundId: refundId.current, ...wanted } }),
    )
    if (answer) await onDone(answer.data)
  }
  return { pending, error, send }
}
