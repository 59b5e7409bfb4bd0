/** The screen after the box has saved the sale. It shows the change in the largest figures. */
import { Button, Center, Group, Stack, Text, Title } from "@mantine/core"
import { useCallback, useEffect, useRef, useState } from "react"
import { printDocument } from "../../../../protocol/http/print-jobs.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { isButton, useKeys } from "../../../../ui/use-keys.ts"
import { useRequest } from "../../../../ui/use-request.ts"
import { useLanguage } from "../language.ts"
import { amountInDoubt, changeOf, isSettled, type Sale, totalOf } from "../sale.ts"
import { thisWindow } from "../this-window.ts"
import { useSale } from "../use-sale.tsx"
import { LinkPanel } from "./link-panel.tsx"
import { beginReceipt, isAutoReceipt } from "./use-auto-receipt.ts"

export function SaleDone() {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { sale, restart } = useSale()
  const [byLink, setByLink] = useState(false)
  const paid = (isSettled(sale) && !sale.doubt) || byLink
  const paidByLink = useCallback(() => setByLink(true), [])
  const change = changeOf(sale)
  const receipt = useReceipt(sale, paid)
  const resultText = useResultText(sale, paid)
  const next = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !isButton(event.target)) restart()
  }
  useKeys({ Enter: next, Escape: next })
  return (
    <Center className="state">
      <Stack align="center" gap="sm" className="done">
        <span className="saved-tick" role="status">
          <Icon name="check" size={30} /> {t("done.saved")}
        </span>
        <Title order={1} className="locator figures">
          {sale.sent?.orderCode}
        </Title>
        {sale.link && sale.savedAs && (
          <LinkPanel orderId={sale.savedAs} total={money(totalOf(sale))} method={sale.link} onPaid={paidByLink} />
        )}
        <Text size="lg">{resultText}</Text>
        {/* Also with a payment in doubt, the guest gets the change of what was paid in cash. */}
        {(paid ? !sale.link : change > 0) && (
          <div className="change">
            <span>{t("done.change")}</span>
            <b className="figures">{money(change)}</b>
          </div>
        )}
        <ErrorState answer={receipt.error} />
        <Group justify="center">
          <Button size="xl" onClick={restart} autoFocus>
            {t("done.next")}
          </Button>
          {paid && <ReceiptButton pending={receipt.pending} print={receipt.print} sent={receipt.sent} />}
        </Group>
        {receipt.sent > 0 && (
          <Text c="dimmed" role="status">
            {t("done.receiptSent")}
          </Text>
        )}
      </Stack>
    </Center>
  )
}

/** Says whether the sale is paid, waits for a payment or stays open. */
function useResultText(sale: Sale, paid: boolean): string {
  const { t } = useLanguage()
  const { money } = useFigures()
  if (paid) return t("done.total", { total: money(totalOf(sale)) })
  if (sale.link) return t("link.otherwise")
  if (sale.doubt) return t("done.inDoubt", { amount: money(amountInDoubt(sale)) })
  return t("done.keptOpen", { total: money(totalOf(sale)) })
}

function ReceiptButton({ pending, print, sent }: Pick<ReturnType<typeof useReceipt>, "pending" | "print" | "sent">) {
  const { t } = useLanguage()
  return (
    <Button size="xl" variant="default" leftSection={<Icon name="printer" />} loading={pending} onClick={print}>
      {sent > 0 ? t("done.receiptAgain") : t("done.receipt")}
    </Button>
  )
}

/** Queues the receipt on the box, the first one automatically if this register is set so. It does not wait for the paper. */
function useReceipt({ savedAs: orderId, receiptBy }: Sale, paid: boolean) {
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const sent = useRef(0)
  const print = async () => {
    if (orderId === null) return
    const answer = await request(() => client.call(printDocument, { body: { document: "receipt", subject: orderId } }))
    if (answer) sent.current += 1
  }
  useEffect(() => {
    if (!paid || orderId === null || receiptBy !== thisWindow() || !isAutoReceipt()) return
    if (beginReceipt(orderId)) void print()
  })
  return { pending, error, print, sent: sent.current }
}
