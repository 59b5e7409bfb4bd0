/** The paired register: header, fault banner, the current tab and the status bar. */

import { Center, Paper, Stack, Text, Title } from "@mantine/core"
import { useEffect, useState } from "react"
import { useLastAnswer } from "../../../ui/device/away-provider.tsx"
import { useHeartbeat } from "../../../ui/device/use-heartbeat.ts"
import { PinForm } from "../../../ui/staff/pin-form.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { Empty, Loading } from "../../../ui/states.tsx"
import { DayScreen } from "./day/day-screen.tsx"
import { rememberLastDay } from "./day/last-day.ts"
import { OpenDayScreen } from "./day/open-day-screen.tsx"
import { DrawerScreen } from "./drawer/drawer-screen.tsx"
import { OpenShiftScreen } from "./drawer/open-shift-screen.tsx"
import { FaultBanner } from "./fault-banner.tsx"
import { heartbeatDetails } from "./faults.ts"
import { Head, type Tab } from "./header.tsx"
import { useLanguage } from "./language.ts"
import { OrdersScreen } from "./orders/orders-screen.tsx"
import { hasBegun } from "./sale.ts"
import { SellScreen } from "./sell/sell-screen.tsx"
import { useMenu } from "./sell/use-menu.ts"
import { StatusBar } from "./status-bar.tsx"
import type { Today } from "./today.ts"
import { SaleProvider, useSale } from "./use-sale.tsx"
import { useToday } from "./use-today.tsx"

export function RegisterScreen() {
  const { today } = useToday()
  if (!today) return <FirstAnswer />
  return (
    <SaleProvider shift={today.shift}>
      <Opened today={today} />
    </SaleProvider>
  )
}

function Opened({ today }: { today: Today }) {
  const [tab, setTab] = useState<Tab>("sell")
  const finishesSale = useFinishesSale()
  const open = today.day?.status === "open" ? today.day.businessDayDate : null
  useHeartbeat(heartbeatDetails(today.printers))
  useEffect(() => {
    if (open !== null) rememberLastDay(open)
  }, [open])
  return (
    <div className="page">
      <Head tab={tab} onTab={setTab} today={today} />
      <FaultBanner onTab={setTab} />
      <main key={tab} className="body">
        <Body tab={tab} today={today} onTab={setTab} finishesSale={finishesSale} />
      </main>
      <StatusBar />
    </div>
  )
}

interface BodyProps {
  readonly tab: Tab
  readonly today: Today
  readonly onTab: (tab: Tab) => void
  readonly finishesSale: boolean
}

function Body({ tab, today, onTab, finishesSale }: BodyProps) {
  const menu = useMenu()
  const { hasStaff, staff } = useStaff()
  if (hasStaff === true && !staff && !(finishesSale && tab === "sell")) return <SignInScreen />
  switch (tab) {
    case "sell":
      if (today.day?.status !== "open") return <OpenDayScreen dates={today.dates} onDay={() => onTab("day")} />
      if (!today.shift) return <OpenShiftScreen businessDayDate={today.day.businessDayDate} handover={today.handover} />
      return <SellScreen view={menu} onOrders={() => onTab("orders")} />
    case "orders":
      return <OrdersScreen today={today} onCharge={() => onTab("sell")} />
    case "drawer":
      return <DrawerScreen today={today} onSell={() => onTab("sell")} />
    case "day":
      return <DayScreen today={today} onTab={onTab} />
  }
}

/** Shown until the box has answered once. */
function FirstAnswer() {
  const { t } = useLanguage()
  const { reachable, refresh } = useToday()
  const since = useLastAnswer()
  return (
    <div className="page">
      <main className="body">
        {reachable ? (
          <Loading>{t("box.looking")}</Loading>
        ) : (
          <Empty
            icon="alert"
            title={since === null ? t("fault.box") : t("box.away", { since })}
            action={{ label: t("common.retry"), onClick: () => void refresh() }}
          >
            {t("fault.boxDo")}
          </Empty>
        )}
      </main>
    </div>
  )
}

/** True if the store got its first staff member during a sale: the cashier has no PIN yet, and may finish the sale. */
function useFinishesSale(): boolean {
  const { hasStaff, staff } = useStaff()
  const begun = hasBegun(useSale().sale)
  const [workedWithoutStaff, setWorkedWithoutStaff] = useState(false)
  useEffect(() => {
    if (hasStaff === false) setWorkedWithoutStaff(true)
    if (hasStaff === true && (staff || !begun)) setWorkedWithoutStaff(false)
  }, [hasStaff, staff, begun])
  return workedWithoutStaff && begun
}

/** Asks for a PIN if the store has staff. */
function SignInScreen() {
  const { t } = useLanguage()
  const { enter } = useStaff()
  const shift = useToday().today?.shift
  return (
    <Center className="state">
      <Paper className="card form-card sign-in" p="xl">
        <Stack>
          <Title order={1} size="h2">
            {t("signIn.title")}
          </Title>
          <Text>{t("signIn.text")}</Text>
          {shift && <Text>{t("signIn.shiftOf", { name: shift.operatorName })}</Text>}
        </Stack>
        <PinForm onPin={enter} />
      </Paper>
    </Center>
  )
}
