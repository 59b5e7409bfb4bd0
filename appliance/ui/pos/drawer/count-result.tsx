/** Result of the count: expected and counted amount, difference; prints the slip. */
import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { useEffect, useRef } from "react"
import { printDocument } from "../../../../protocol/http/print-jobs.ts"
import { type Scaled, scaleMajor } from "../../../../protocol/money.ts"
import type { CashReconciliation } from "../../../../protocol/shapes/cash-close.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { InCurrency } from "../in-currency.tsx"
import { useLanguage } from "../language.ts"
import { Approval } from "./approval.tsx"
import type { CloseResult } from "./use-close-result.ts"

interface CountResultProps {
  readonly result: CloseResult
  readonly onChange: (result: CloseResult) => void
  readonly onDone: () => void
}

export function CountResult({ result, onChange, onDone }: CountResultProps) {
  const { t } = useLanguage()
  const { record, printed, approvedBy } = result
  const onPrinted = () => onChange({ ...result, printed: true })
  const { pending, error, print } = useSlip(record.sessionExternalId, { printed, onPrinted })
  const token = record.authorizationTokenId
  return (
    <div className="column">
      <Title order={1} size="h2" role="status">
        {t("result.title")}
      </Title>
      {[record, ...record.others].map((each) => (
        <InCurrency key={each.currency} currency={each.currency}>
          <Result record={each} />
        </InCurrency>
      ))}
      {token !== null && (
        <Approval by={approvedBy} token={token} onApproved={(by) => onChange({ ...result, approvedBy: by })} />
      )}
      <ErrorState answer={error} />
      <Group>
        <Button size="xl" onClick={onDone} autoFocus>
          {t("result.done")}
        </Button>
        <Button
          size="xl"
          variant="default"
          leftSection={<Icon name="printer" />}
          loading={pending}
          onClick={() => void print()}
        >
          {t("result.slip")}
        </Button>
      </Group>
      <Stack gap={0}>
        <Text c="dimmed">{t("result.slipSent")}</Text>
      </Stack>
    </div>
  )
}

/** Result in one currency. */
function Result({ record }: { record: CashReconciliation }) {
  const { t } = useLanguage()
  const { money } = useFigures()
  const scaled = (amount: number | null): Scaled => scaleMajor(amount ?? 0) ?? 0
  const difference = scaled(record.discrepancy)
  const sales = scaled(record.systemCash) - scaled(record.openingBalance) + scaled(record.withdrawalsTotal)
  const tone = { MATCH: "good", SHORTAGE: "bad", OVERAGE: "note" }[record.discrepancyType]
  return (
    <Paper className="card" p="lg" maw={560}>
      <dl className="sums sums-large figures">
        <dt>{t("result.float")}</dt>
        <dd>{money(scaled(record.openingBalance))}</dd>
        <dt>{t("result.sales")}</dt>
        <dd>{money(sales)}</dd>
        <dt>{t("result.withdrawals")}</dt>
        <dd>{money(-scaled(record.withdrawalsTotal))}</dd>
        <dt>{t("result.expected")}</dt>
        <dd>{money(scaled(record.systemCash))}</dd>
        <dt>{t("result.declared")}</dt>
        <dd>{money(scaled(record.declaredCash))}</dd>
      </dl>
      <div className={`change difference-${tone}`}>
        <span>{t(`result.${record.discrepancyType}`)}</span>
        <b className="figures">{money(difference)}</b>
      </div>
      <Text c="dimmed" mt="sm">
        {t("result.reason", { reason: t(`reason.${record.details.reason}`) })}
      </Text>
    </Paper>
  )
}

/** Prints the slip once automatically and again on demand. */
function useSlip(shiftId: string | null, { printed, onPrinted }: { printed: boolean; onPrinted: () => void }) {
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const begun = useRef(printed)
  const print = async () => {
    if (shiftId === null) return
    await request(() => client.call(printDocument, { body: { document: "shift_slip", subject: shiftId } }))
  }
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    onPrinted()
    void print()
  })
  return { pending, error, print }
}
