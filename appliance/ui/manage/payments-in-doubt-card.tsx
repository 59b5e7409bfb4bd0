/** Payments in doubt: a person checks the terminal's record and settles each as paid or not. */
import { Button, Group } from "@mantine/core"
import { settleTenders } from "../../../protocol/http/payments-in-doubt.ts"
import { scaleMajor } from "../../../protocol/money.ts"
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures } from "../../../ui/figures.tsx"
import { ErrorState } from "../../../ui/states.tsx"
import { useRequest } from "../../../ui/use-request.ts"
import { Card } from "./card.tsx"
import { useLanguage } from "./language.ts"
import { useStoreState } from "./use-store-state.tsx"

type Doubt = StoreState["tendersInDoubt"][number]

export function PaymentsInDoubtCard({ doubts }: { doubts: readonly Doubt[] }) {
  const { t } = useLanguage()
  return (
    <Card title={t("doubts.title")} tone="bad">
      <p>{t("doubts.text")}</p>
      <ul className="rows rows-tall">
        {doubts.map((doubt) => (
          <DoubtRow key={doubt.doubtId} doubt={doubt} />
        ))}
      </ul>
    </Card>
  )
}

function DoubtRow({ doubt }: { doubt: Doubt }) {
  const { t, wordOf } = useLanguage()
  const { client, now } = useBox()
  const figures = useFigures()
  const { refresh } = useStoreState()
  const { pending, error, request } = useRequest()
  const { doubtId, orderCode, method, amount, currencyCode, at } = doubt
  const settle = async (outcome: "paid" | "not_paid") => {
    if (await request(() => client.call(settleTenders, { params: { doubtId }, body: { outcome } }))) await refresh()
  }
  return (
    <li>
      <b>
        {orderCode} · {wordOf(`method.${method}`, method)} · {figures.moneyIn(scaleMajor(amount) ?? 0, currencyCode)}
      </b>
      <span>{figures.when(at, now())}</span>
      <Group gap="xs">
        <Button variant="default" disabled={pending} onClick={() => settle("paid")}>
          {t("doubts.paid")}
        </Button>
        <Button variant="default" disabled={pending} onClick={() => settle("not_paid")}>
          {t("doubts.notPaid")}
        </Button>
      </Group>
      <ErrorState answer={error} />
    </li>
  )
}
