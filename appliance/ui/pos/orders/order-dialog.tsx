/** Dialog of one order: its lines and payments, correction, cancellation and receipt. */
import { Button, Group, Modal, Stack, Tabs, Text } from "@mantine/core"
import { useCallback, useEffect, useState } from "react"
import { getOrder } from "../../../../protocol/http/orders.ts"
import { printDocument } from "../../../../protocol/http/print-jobs.ts"
import { fromText } from "../../../../protocol/money.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState, Loading } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { ToReturnNote } from "../day/refunds-list.tsx"
import { useLanguage } from "../language.ts"
import type { OrderSummary } from "../today.ts"
import { useToday } from "../use-today.tsx"
import { CancelForm } from "./cancel-form.tsx"
import { CorrectForm } from "./correct-form.tsx"
import type { EditableOrder } from "./correct-order.ts"
import { OrderLines, OrderPayments, OrderRefunds } from "./order-lines.tsx"
import { RefundForm } from "./refund-form.tsx"

const FIELDS = "id,orderCode,orderLines,customer,billing,metadata,revision,payments,paymentMethods,totals,refunds"

interface OrderDialogProps {
  readonly summary: OrderSummary
  readonly onClose: () => void
}

export function OrderDialog({ summary, onClose }: OrderDialogProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { order, error, read } = useOrder(summary.id)
  const { refresh } = useToday()
  const open = summary.status === "OPEN"
  const done = async () => {
    await Promise.all([read(), refresh()])
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`${summary.orderCode} · ${money(fromText(summary.total))}`}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <ErrorState answer={error} />
        {order ? (
          <Tabs defaultValue="lines" keepMounted={false}>
            <Tabs.List grow mb="md" className="order-tabs">
              <Tabs.Tab value="lines">{t("order.lines")}</Tabs.Tab>
              {open && <Tabs.Tab value="correct">{t("order.correct")}</Tabs.Tab>}
              {summary.status === "COMPLETED" && <Tabs.Tab value="refund">{t("refund.tab")}</Tabs.Tab>}
              {/* Also for an order that cannot be cancelled: the tab shows why. */}
              {!["CANCELLED", "COMPLETED"].includes(summary.status) && (
                <Tabs.Tab value="cancel">{t("order.cancel")}</Tabs.Tab>
              )}
            </Tabs.List>
            <Tabs.Panel value="lines">
              <Lines order={order} summary={summary} />
            </Tabs.Panel>
            <Tabs.Panel value="correct">
              <CorrectForm order={order} onSaved={done} reread={read} />
            </Tabs.Panel>
            <Tabs.Panel value="refund">
              <RefundForm order={order} onRefunded={done} />
            </Tabs.Panel>
            <Tabs.Panel value="cancel">
              <CancelForm externalId={summary.externalId} channel={summary.channel} onCancelled={done} />
            </Tabs.Panel>
          </Tabs>
        ) : (
          !error && <Loading>{t("order.reading")}</Loading>
        )}
      </Stack>
    </Modal>
  )
}

function Lines({ order, summary }: { order: EditableOrder; summary: OrderSummary }) {
  const { t } = useLanguage()
  const { today } = useToday()
  return (
    <Stack>
      {summary.buyer && <Text>{summary.buyer}</Text>}
      <ToReturnNote refunds={today?.moneyToReturn ?? []} orderId={summary.id} />
      <OrderLines order={order} />
      <OrderPayments order={order} />
      <OrderRefunds order={order} />
      <Ticks summary={summary} />
      {summary.status === "COMPLETED" ? (
        <Reprint orderId={summary.id} />
      ) : (
        <Text c="dimmed">{t("order.noReceipt")}</Text>
      )}
    </Stack>
  )
}

/** Steps that the order has reached. */
export function Ticks({ summary }: { summary: OrderSummary }) {
  const { t } = useLanguage()
  return (
    <span className="ticks">
      <span className="light light-good">
        <Icon name="check" size={16} /> {t("order.saved")}
      </span>
      <span className={summary.atKitchen ? "light light-good" : "light light-note"} data-kitchen={summary.atKitchen}>
        <Icon name={summary.atKitchen ? "check" : "up"} size={16} />{" "}
        {t(summary.atKitchen ? "order.atKitchen" : "order.notAtKitchen")}
      </span>
    </span>
  )
}

/** Prints the receipt again. The paper is marked as a copy. */
function Reprint({ orderId }: { orderId: string }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [copy, setCopy] = useState<number | null>(null)
  const print = async () => {
    const answer = await request(() => client.call(printDocument, { body: { document: "receipt", subject: orderId } }))
    if (answer) setCopy(answer.data.copyNumber)
  }
  return (
    <Group>
      <ErrorState answer={error} />
      <Button variant="default" leftSection={<Icon name="printer" />} loading={pending} onClick={print}>
        {t("orders.receipt")}
      </Button>
      {copy !== null && <Text role="status">{copy > 0 ? t("order.copy", { n: copy }) : t("orders.receiptSent")}</Text>}
    </Group>
  )
}

function useOrder(orderId: string) {
  const { client } = useBox()
  const { error, request } = useRequest()
  const [order, setOrder] = useState<EditableOrder | null>(null)
  const read = useCallback(async (): Promise<EditableOrder | null> => {
    const answer = await request(() => client.call(getOrder, { params: { orderId }, query: { fields: FIELDS } }))
    if (answer) setOrder(answer.data)
    return answer?.data ?? null
  }, [client, request, orderId])
  useEffect(() => {
    void read()
  }, [read])
  return { order, error, read }
}
