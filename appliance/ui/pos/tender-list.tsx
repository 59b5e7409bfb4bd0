/** The tenders taken so far; one that was taken by mistake can be put back before they are sent. */
import { ActionIcon } from "@mantine/core"
import { useFigures } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { declineWord } from "./decline-word.ts"
import { useLanguage } from "./language.ts"
import type { HeldTender } from "./sale.ts"
import type { Menu } from "./today.ts"
import { useSale } from "./use-sale.tsx"

export function TenderList({ methods }: { methods: Menu["paymentMethods"] }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { sale, step } = useSale()
  if (sale.tenders.length === 0) return null
  return (
    <ul className="tenders" aria-label={t("charge.taken")}>
      {sale.tenders.map((tender) => (
        <li key={tender.transactionId} className={`tender tender-${tender.status}`}>
          <Icon name={tender.status === "approved" ? "check" : "cross"} />
          <span>
            {methods.find(({ code }) => code === tender.method)?.name ?? tender.method}
            <Outcome tender={tender} doubt={tender.transactionId === sale.doubt} />
          </span>
          <b className="figures">{money(tender.amount)}</b>
          <ActionIcon
            size={48}
            variant="subtle"
            color="bad"
            aria-label={t("charge.putBack")}
            onClick={() => step({ type: "untender", transactionId: tender.transactionId })}
          >
            <Icon name="trash" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}

interface OutcomeProps {
  readonly tender: HeldTender
  readonly doubt: boolean
}

function Outcome({ tender: { status, received, declineReason }, doubt }: OutcomeProps) {
  const speaking = useLanguage()
  const { t } = speaking
  const { money } = useFigures()
  if (doubt) return <small>{t("charge.unknown")}</small>
  if (status === "approved") {
    return (
      <small>{received === null ? t("charge.approved") : t("charge.received", { received: money(received) })}</small>
    )
  }
  if (declineReason === null) return <small>{t("card.declined")}</small>
  return <small>{t("charge.declinedFor", { reason: declineWord(declineReason, speaking) })}</small>
}
