/** The drawer during a shift: withdrawals, opening without a sale, and the count. */
import "./drawer.css"
import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { useState } from "react"
import { openDrawer } from "../../../../protocol/http/register.ts"
import { scaleMajor } from "../../../../protocol/money.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { Empty, ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { InCurrency } from "../in-currency.tsx"
import { useLanguage } from "../language.ts"
import type { ShiftClose, Today } from "../today.ts"
import { useSale } from "../use-sale.tsx"
import { CountResult } from "./count-result.tsx"
import { CountScreen } from "./count-screen.tsx"
import { DrawerLog } from "./drawer-log.tsx"
import { awaitsApproval, resultOf, useCloseResult } from "./use-close-result.ts"
import { WithdrawalForm } from "./withdrawal-form.tsx"

type Shift = NonNullable<Today["shift"]>

export function DrawerScreen({ today, onSell }: { today: Today; onSell: () => void }) {
  const { t } = useLanguage()
  const [counting, setCounting] = useState(false)
  const { result, save, clear } = useCloseResult()
  // In the next shift the last result is shown only while it waits for approval.
  const isOver = today.shift !== null && today.shift.shiftId !== result?.record.sessionExternalId
  if (result && (!isOver || awaitsApproval(result)))
    return <CountResult result={result} onChange={save} onDone={clear} />
  if (!today.shift) {
    return (
      <Empty icon="drawer" title={t("drawer.noShift")} action={{ label: t("drawer.openShift"), onClick: onSell }}>
        {t("drawer.noShiftDo")}
      </Empty>
    )
  }
  const { shift, drawerCurrencies } = today
  if (counting) {
    const closed = (record: ShiftClose) => save(resultOf(record))
    return (
      <CountScreen shift={shift} currencies={drawerCurrencies} onClosed={closed} onBack={() => setCounting(false)} />
    )
  }
  const start = () => setCounting(true)
  return <OpenDrawerScreen shift={shift} currencies={drawerCurrencies} onCount={start} onSell={onSell} />
}

interface OpenDrawerScreenProps {
  readonly shift: Shift
  readonly currencies: readonly string[]
  readonly onCount: () => void
  readonly onSell: () => void
}

function OpenDrawerScreen({ shift, currencies, onCount, onSell }: OpenDrawerScreenProps) {
  const { t } = useLanguage()
  const { money, when } = useFigures()
  const { now } = useBox()
  const { sale } = useSale()
  const [openings, setOpenings] = useState(0)
  const unfinished = sale.phase === "saving" || sale.phase === "charging" || sale.lines.length > 0
  const over = sale.phase === "saved" || !unfinished
  return (
    <div className="column">
      <Title order={1} size="h2">
        {t("drawer.title", { name: shift.operatorName })}
      </Title>
      <Text c="dimmed">
        {t("drawer.since", { time: when(shift.openedAt, now()), float: money(scaleMajor(shift.openingBalance) ?? 0) })}
      </Text>
      <div className="pair">
        <WithdrawalForm shift={shift} currencies={currencies} />
        <Stack>
          <Withdrawals shift={shift} />
          <OpenDrawerButton onOpened={() => setOpenings(openings + 1)} />
          <Paper className="card" p="lg">
            <Stack>
              <Title order={2} size="h3">
                {t("drawer.end")}
              </Title>
              <Text>{t("drawer.endText")}</Text>
              {!over && (
                <Group>
                  <Text>{t("drawer.unfinished")}</Text>
                  <Button variant="light" onClick={onSell}>
                    {t("drawer.toSale")}
                  </Button>
                </Group>
              )}
              <Button size="xl" disabled={!over} onClick={onCount}>
                {t("drawer.count")}
              </Button>
            </Stack>
          </Paper>
          <DrawerLog since={`${openings} ${shift.withdrawals.length}`} />
        </Stack>
      </div>
    </div>
  )
}

function Withdrawals({ shift }: { shift: Shift }) {
  const { t } = useLanguage()
  const { when } = useFigures()
  const { now } = useBox()
  if (shift.withdrawals.length === 0) return null
  return (
    <ul className="rows">
      {shift.withdrawals.map(
        ({ withdrawalId, category, amount, currency = shift.currency, withdrawnAt, authorizerName }) => (
          <li key={withdrawalId} className="row">
            <span className="row-what">
              {t(`category.${category}`)}
              <small>
                {when(withdrawnAt, now())}
                {authorizerName && ` · ${authorizerName}`}
              </small>
            </span>
            <InCurrency currency={currency}>
              <Amount of={amount} />
            </InCurrency>
          </li>
        ),
      )}
    </ul>
  )
}

function Amount({ of }: { of: number }) {
  const { money } = useFigures()
  return <b className="figures">{money(scaleMajor(of) ?? 0)}</b>
}

/** Opens the drawer without a payment. The reason is recorded. */
function OpenDrawerButton({ onOpened }: { onOpened: () => void }) {
  const { t } = useLanguage()
  const { client } = useBox()
  const { pending, error, request } = useRequest()
  const [opened, setOpened] = useState(false)
  const open = async () => {
    const answer = await request(() => client.call(openDrawer, { body: { reason: "GIVE_CHANGE" } }))
    setOpened(answer !== null)
    if (answer) onOpened()
  }
  return (
    <>
      <Button variant="default" loading={pending} onClick={open}>
        {t("drawer.open")}
      </Button>
      {opened && (
        <Text c="dimmed" role="status">
          {t("drawer.opened")}
        </Text>
      )}
      <ErrorState answer={error} />
    </>
  )
}
