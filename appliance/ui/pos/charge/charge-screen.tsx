/** The charge: amount due, tenders taken so far, and payment methods. All tenders are sent together at the end. */
import "./charge.css"
import { Button, Tabs, Text } from "@mantine/core"
import { useState } from "react"
import { useFigures } from "../../../../ui/figures.tsx"
import { Icon } from "../../../../ui/icons.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useKeys } from "../../../../ui/use-keys.ts"
import { useLanguage } from "../language.ts"
import { canGoBack, dueOf, isSettled, type TakenTender, totalOf } from "../sale.ts"
import type { Menu } from "../today.ts"
import { useSale } from "../use-sale.tsx"
import { CardTender } from "./card-tender.tsx"
import { CashTender } from "./cash-tender.tsx"
import { LinkTender } from "./link-tender.tsx"
import { TenderList } from "./tender-list.tsx"

const CASH = "CASH"

interface ChargeScreenProps {
  readonly menu: Menu
  /** Returns to the list of open orders. */
  readonly onOrders: () => void
}

export function ChargeScreen({ menu, onOrders }: ChargeScreenProps) {
  const { t } = useLanguage()
  const { sale, step } = useSale()
  const back = () => {
    step({ type: "back" })
    if (sale.order && canGoBack(sale)) onOrders()
  }
  useKeys({ Escape: back })
  return (
    <div className="charge">
      <section className="charge-sum">
        <Button variant="subtle" leftSection={<Icon name="back" />} disabled={!canGoBack(sale)} onClick={back}>
          {t(sale.order ? "charge.backToOrders" : "charge.back")}
        </Button>
        <Sums />
        <TenderList methods={menu.paymentMethods} />
        <ErrorState answer={sale.fault} />
        <LeaveOpen />
      </section>
      <section className="charge-how">{isSettled(sale) ? <Finish /> : <Methods menu={menu} />}</section>
    </div>
  )
}

function Sums() {
  const { t } = useLanguage()
  const { money } = useFigures()
  const { sale } = useSale()
  const [total, due] = [totalOf(sale), dueOf(sale)]
  return (
    <>
      <div className="due">
        <span>{due === total ? t("charge.total") : t("charge.left")}</span>
        <b className="figures">{money(due)}</b>
      </div>
      {due !== total && (
        <Text c="dimmed" className="figures">
          {t("charge.ofTotal", { total: money(total) })}
        </Text>
      )}
      <SaleLines />
    </>
  )
}

/** Lines of the sale, to read out to the customer. */
function SaleLines() {
  const { sale } = useSale()
  const { count } = useFigures()
  return (
    <div className="bought">
      {sale.order && <b>{sale.order.orderCode}</b>}
      <ul>
        {(sale.order ?? sale).lines.map(({ name, quantity }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines do not change during the charge
          <li key={index}>
            <span className="figures">{count(quantity)}</span> {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A tab per payment method. Methods that are neither cash nor link use a terminal beside the register. */
function Methods({ menu }: { menu: Menu }) {
  const { t } = useLanguage()
  const { sale, step, send } = useSale()
  const due = dueOf(sale)
  const take = (tender: TakenTender, type: "tender" | "doubt" = "tender") => {
    step({ type, tender })
    if (tender.status === "approved" && tender.amount === due) send()
  }
  const requestLink = (method: string) => {
    step({ type: "link", method })
    send()
  }
  const [picked, setPicked] = useState<string | null>(menu.paymentMethods[0]?.code ?? null)
  if (picked === null) return <Text>{t("charge.noMethods")}</Text>
  return (
    <Tabs value={picked} onChange={setPicked} keepMounted={false} variant="pills">
      <Tabs.List grow mb="md" aria-label={t("charge.methods")}>
        {menu.paymentMethods.map(({ code, name }) => (
          <Tabs.Tab
            key={code}
            value={code}
            className="method"
            leftSection={<Icon name={code === CASH ? "cash" : "card"} />}
          >
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {menu.paymentMethods.map(({ code }) => (
        <Tabs.Panel key={`${code} ${sale.tenders.length}`} value={code}>
          {code === CASH ? (
            <CashTender due={due} onTake={take} />
          ) : menu.linkMethods?.includes(code) ? (
            <LinkTender partly={sale.tenders.length > 0} onAsk={() => requestLink(code)} />
          ) : (
            <CardTender
              method={code}
              due={due}
              reasons={menu.declineReasons}
              onTake={take}
              onDoubt={sale.doubt ? null : (tender) => take(tender, "doubt")}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Sends the fully paid sale again, after the box refused it. */
function Finish() {
  const { t } = useLanguage()
  const { send } = useSale()
  return (
    <Button size="xl" fullWidth onClick={send} autoFocus>
      {t("charge.finish")}
    </Button>
  )
}

/** Keeps the order open, to be paid later. */
function LeaveOpen() {
  const { t } = useLanguage()
  const { sale, send, restart } = useSale()
  const taken = sale.tenders.some(({ status }) => status === "approved")
  const atBox = sale.sent !== null && sale.order === null
  if (taken || (sale.order && sale.tenders.length === 0)) return null
  return (
    <Button size="md" px="xs" variant="light" onClick={atBox ? restart : send}>
      {t("charge.leaveOpen")}
    </Button>
  )
}
