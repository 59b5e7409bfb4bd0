/** The current sale: stored on the device, so that a reload does not lose it, and sent until the box answers. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer, useState } from "react"
import { useBox } from "../../../ui/device/box.tsx"
import { useFigures, useStore } from "../../../ui/figures.tsx"
import { recall, remember } from "../../../ui/remember.ts"
import { makeUuid } from "../../../ui/uuid.ts"
import { type LocatorCounter, nextLocator, registerLetter } from "./charge/locator.ts"
import type { Register } from "./charge/sale-request.ts"
import { saveSale } from "./charge/save-sale.ts"
import { isInHand, isOfPastShift, newSale, type Sale, type SaleStep, stepSale } from "./sale.ts"
import { thisWindow } from "./this-window.ts"
import type { Today } from "./today.ts"
import { useToday } from "./use-today.tsx"

const SALE_KEY = "brasa.sale"
const COUNTER_KEY = "brasa.locator"
const RETRY_MS = 2_000

interface SaleView {
  readonly sale: Sale
  readonly step: (step: SaleStep) => void
  /** Sends the sale. Without tenders it becomes an open order. */
  readonly send: () => void
  readonly restart: () => void
  /** Failed attempts although the box answers; 0 without a problem. */
  readonly unanswered: number
}

const SaleContext = createContext<SaleView | null>(null)

interface SaleProviderProps {
  /** The open shift of this register. */
  readonly shift: Today["shift"]
  readonly children: ReactNode
}

export function SaleProvider({ shift, children }: SaleProviderProps) {
  const { boxNow } = useToday()
  const [sale, step] = useReducer(stepSale, boxNow(), storedSale)
  useEffect(() => storeSale(sale), [sale])
  useOtherWindows(step)
  const unanswered = useSending(sale, step, shift?.operatorUid ?? "")
  const send = useSend(sale, step)
  const restart = useCallback(() => step({ type: "restart", orderId: makeUuid() }), [])
  const isPast = isOfPastShift(sale, shift?.shiftId ?? null)
  useEffect(() => {
    if (isPast) restart()
  }, [isPast, restart])
  const value = useMemo<SaleView>(() => ({ sale, step, send, restart, unanswered }), [sale, send, restart, unanswered])
  return <SaleContext value={value}>{children}</SaleContext>
}

export function useSale(): SaleView {
  const view = useContext(SaleContext)
  if (!view) throw new Error("useSale stands outside its SaleProvider")
  return view
}

/** Sales read from storage. They are not written back, because that could undo a change by another window. */
const readSales = new WeakSet<Sale>()

function storeSale(sale: Sale): void {
  if (!readSales.has(sale)) remember(SALE_KEY, sale)
}

function readSale(): Sale | null {
  const sale = recall<Sale>(SALE_KEY)
  if (sale) readSales.add(sale)
  return sale
}

function storedSale(now: string): Sale {
  const known = readSale()
  return known && Array.isArray(known.lines) && isInHand(known, now) ? known : newSale(makeUuid())
}

/** Follows changes by other windows of this register, so that two sales never get the same order code. */
function useOtherWindows(step: (step: SaleStep) => void): void {
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      const sale = key === SALE_KEY ? readSale() : null
      if (sale) step({ type: "adopt", sale })
    }
    window.addEventListener("storage", onStorage)
    return () => window.removeEventListener("storage", onStorage)
  }, [step])
}

/** Sends the sale. The first time it also gets its order code and time. */
function useSend({ sent, order }: Sale, step: (step: SaleStep) => void) {
  const { device } = useBox()
  const { today, boxNow } = useToday()
  return useCallback(() => {
    const at = boxNow()
    const sending = { type: "send", at, window: thisWindow(), shiftId: today?.shift?.shiftId } as const
    if (sent || order) return step({ ...sending, orderCode: "" })
    const codes = [...(today?.openOrders ?? []), ...(today?.recentOrders ?? [])].map(({ orderCode }) => orderCode)
    const counter = recall<LocatorCounter>(COUNTER_KEY)
    const date = today?.day?.businessDayDate ?? at.slice(0, 10)
    const next = nextLocator(registerLetter(device.deviceId), date, { counter, codes })
    remember(COUNTER_KEY, next.counter)
    step({ ...sending, orderCode: next.locator })
  }, [device, today, boxNow, step, sent, order])
}

/** Sends a sale in the `saving` phase, again after a failure. Returns the number of failures. After a lost answer the page's client repeats the request. */
function useSending(sale: Sale, step: (step: SaleStep) => void, operatorUid: string): number {
  const { client, device } = useBox()
  const { id: storeId } = useStore()
  const { currency, decimals } = useFigures()
  const { refresh } = useToday()
  const [unanswered, setUnanswered] = useState(0)
  useEffect(() => {
    if (sale.phase !== "saving" || operatorUid === "") return setUnanswered(0)
    let over = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const register: Register = { storeId, deviceId: device.deviceId, currency, decimals, operatorUid }
    const attempt = async (lost: number) => {
      const outcome = await saveSale(client, sale, register)
      if (over) return
      if (outcome.type === "unknown") {
        setUnanswered(lost + 1)
        timer = setTimeout(attempt, RETRY_MS, lost + 1)
        return
      }
      if (outcome.type === "saved") step(outcome)
      else {
        const { refusal, orderAtBox } = outcome
        step({ type: "refused", fault: refusal, orderAtBox })
      }
      void refresh()
    }
    void attempt(0)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [sale, step, client, device, storeId, currency, decimals, operatorUid, refresh])
  return unanswered
}
