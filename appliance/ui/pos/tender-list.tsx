/** The tenders taken so far; one that was taken by mistake can be put back before they are sent. */
import { ActionIcon } from "@mantine/core"
import { useFigures } from "../kit/figures.tsx"
import { Icon } from "../kit/icons.tsx"
import { useLanguage } from "../kit/language.tsx"
import { declineWord } from "./decline-word.ts"
import type { Menu } from "./today.ts"
import { useSale } from "./use-sale.tsx"

export function TenderList({ methods }: { methods: Menu["paymentMethods"] }) {
  const { t, language } = useLanguage()
  const { money } = useFigures()
  const { sale, step } = useSale()
  if (sale.tenders.length === 0) return null
  return (
    <ul className="tenders" aria-label={t("charge.taken")}>
      {sale.tenders.map(({ transactionId, status, method, amount, received, declineReason }) => (
        <li key={transactionId} className={`tender tender-${status}`}>
          <Icon name={status === "approved" ? "check" : "cross"} />
          <span>
            {methods.find(({ code }) => code === method)?.name ?? method}
            <small>
              {status === "declined"
                ? t("charge.declinedFor", { reason: declineWord(declineReason ?? "", language) })
                : received !== null && received > amount
                  ? t("charge.received", { received: money(received) })
                  : t("charge.approved")}
            </small>
          </span>
          <b className="figures">{money(amount)}</b>
          <ActionIcon
            size={48}
            variant="subtle"
            color="bad"
            aria-label={t("charge.putBack")}
            onClick={() => step({ type: "untender", transactionId })}
          >
            <Icon name="trash" />
          </ActionIcon>
        </li>
      ))}
    </ul>
  )
}
