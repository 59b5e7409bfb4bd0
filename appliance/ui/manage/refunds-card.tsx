/** Money to return to guests, of cancelled or twice paid orders, until somebody records the refund. */
import { Button, Group, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import { recordRefund } from "../../../protocol/http/money-to-return.ts"
import { resolveConflict } from "../../../protocol/http/store-state.ts"
import { fromText } from "../../../protocol/money.ts"
import type { MoneyToReturn } from "../../../protocol/shapes/money-to-return.ts"
import { ConfirmButton } from "../../../ui/confirm-button.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { useStoreState } from "./use-store-state.tsx"

const NOTE_MIN = 3

export function RefundsCard({ refunds }: { refunds: readonly MoneyToReturn[] }) {
  const { t } = useLanguage()
  return (
    <Card title={t("refunds.title")} tone="bad">
      <p>{t("refunds.text")}</p>
      <ul className="rows rows-tall">
        {refunds.map((refund) => (
          <RefundRow key={refund.orderId} refund={refund} />
        ))}
      </ul>
    </Card>
  )
}

function RefundRow({ refund }: { refund: MoneyToReturn }) {
  const { t, wordOf } = useLanguage()
  const { client, now } = useBox()
  const figures = useFigures()
  const { refresh } = useStoreState()
  const { pending, error, request } = useRequest()
  const { orderId, orderCode, money, currencyCode, guest, since } = refund
  const record = async () => {
    const body = { source: "elsewhere" as const }
    if (await request(() => client.call(recordRefund, { params: { orderId }, body }))) await refresh()
  }
  return (
    <li>
      <b>
        {orderCode} ·{" "}
        {money
          .map(
            (row) =>
              `${figures.moneyIn(fromText(row.amount), currencyCode)} ${wordOf(`method.${row.method}`, row.method)}`,
          )
          .join(" + ")}
      </b>
      <span>{[guest, figures.when(since, now())].filter(Boolean).join(" · ")}</span>
      {refund.paidTwice.length > 0 && <Text size="sm">{t("conflict.payment.todo")}</Text>}
      <Group gap="xs">
        <ConfirmButton variant="default" loading={pending} onConfirm={() => void record()}>
          {t("refunds.done")}
        </ConfirmButton>
      </Group>
      <ErrorState answer={error} />
      {refund.paidTwice.map((key) => (
        <SameMoney key={key} orderId={orderId} payment={key} />
      ))}
    </li>
  )
}

/** Warns that a second payment may be the first one under another id. */
function SameMoney({ orderId, payment }: { orderId: string; payment: string }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { refresh } = useStoreState()
  const { pending, error, request } = useRequest()
  const [note, setNote] = useState("")
  const resolve = async () => {
    const body = { what: "payment" as const, key: payment, note: note.trim() }
    if (await request(() => client.call(resolveConflict, { params: { orderId }, body }))) await refresh()
  }
  return (
    <>
      <TextInput
        label={`${t("refunds.same")} (${payment})`}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button variant="subtle" disabled={pending || note.trim().length < NOTE_MIN} onClick={() => void resolve()}>
          {t("refunds.notTwice")}
        </Button>
      </Group>
      <ErrorState answer={error} />
    </>
  )
}
