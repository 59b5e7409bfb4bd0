/** The tenders taken so far, with a button to remove one before the sale is sent. */
import { ActionIcon } from "@mantine/core"
import { useState } from "react"
import { returnTender } from "../../../../protocol/http/payments-in-doubt.ts"
import { useConfirm } from "../../../../ui/confirm-button.tsx"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { useLanguage } from "../language.ts"
import type { TakenTender } from "../sale.ts"
import type { Menu } from "../today.ts"
import { useSale } from "../use-sale.tsx"
import { declineWord } from "./decline-word.ts"

export function TenderList({ methods }: { methods: Menu["paymentMethods"] }) {
  const { t } = useLanguage()
  const { sale } = useSale()
  const { pending, error, removeTender } = useRemoveTender()
  if (sale.tenders.length === 0) return null
  return (
    <>
      <ul className="tenders" aria-label={t("charge.taken")}>
        {sale.tenders.map((tender) => (
          <Row
            key={tender.transactionId}
            tender={tender}
            method={methods.find(({ code }) => code === tender.method)?.name ?? tender.method}
            pending={pending === tender.transactionId}
            onRemove={() => removeTender(tender)}
          />
        ))}
      </ul>
      <ErrorState answer={error} />
    </>
  )
}

interface RowProps {
  readonly tender: TakenTender
  readonly method: string
  readonly pending: boolean
  readonly onRemove: () => void
}

/** Removing a card payment, or a tender that the box holds, asks first. */
function Row({ tender, method, pending, onRemove }: RowProps) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { sale } = useSale()
  const { asking, tap } = useConfirm(onRemove)
  const needsConfirm = tender.status === "approved" && tender.received === null
  return (
    <li className={`tender tender-${tender.status}`}>
      <Icon name={tender.status === "approved" ? "check" : "cross"} />
      <span>
        {method}
        {asking ? (
          <small role="status">{t("common.sure")}</small>
        ) : (
          <Outcome tender={tender} doubt={tender.transactionId === sale.doubt} />
        )}
      </span>
      <b className="figures">{money(tender.amount)}</b>
      <ActionIcon
        size={48}
        variant={asking ? "filled" : "subtle"}
        color="bad"
        aria-label={t("charge.putBack")}
        loading={pending}
        onClick={needsConfirm ? tap : onRemove}
      >
        <Icon name="trash" />
      </ActionIcon>
    </li>
  )
}

/** A tender that the box holds is returned there first. Otherwise it would appear again at the next charge. */
function useRemoveTender() {
  const { client } = useBox()
  const { sale, step } = useSale()
  const { pending, error, request } = useRequest()
  const [removing, setRemoving] = useState<string | null>(null)
  const removeTender = async ({ transactionId, atBox }: TakenTender) => {
    if (atBox && sale.order) {
      const params = { orderId: sale.order.id, transactionId }
      setRemoving(transactionId)
      if (!(await request(() => client.call(returnTender, { params })))) return
    }
    step({ type: "untender", transactionId })
  }
  return { pending: pending ? removing : null, error, removeTender }
}

interface OutcomeProps {
  readonly tender: TakenTender
  readonly doubt: boolean
}

function Outcome({ tender: { status, received, declineReason }, doubt }: OutcomeProps) {
  const language = useLanguage()
  const { t } = language
  const { money } = useFigures()
  if (doubt) return <small>{t("charge.unknown")}</small>
  if (status === "approved") {
    return (
      <small>{received === null ? t("charge.approved") : t("charge.received", { received: money(received) })}</small>
    )
  }
  if (declineReason === null) return <small>{t("card.declined")}</small>
  return <small>{t("charge.declinedFor", { reason: declineWord(declineReason, language) })}</small>
}
