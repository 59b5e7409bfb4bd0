/** The current visit, and the sending of its order: the same body is sent until the box answers. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useReducer, useState } from "react"
import { useAway } from "../../../ui/box-away.tsx"
import { useBox } from "../../../ui/device/box.tsx"
import { useStore } from "../../../ui/figures.tsx"
import { makeUuid } from "../../../ui/uuid.ts"
import { useLanguage } from "./language.ts"
import { placeOrder } from "./place-order.ts"
import { newVisit, stepVisit, type Visit, type VisitStep } from "./visit.ts"

const RETRY_MS = 1_500

interface VisitView {
  readonly visit: Visit
  readonly step: (step: VisitStep) => void
  /** Deletes all personal data and starts a new visit in the store's language. */
  readonly wipe: () => void
  /** How many requests for this order got no answer. */
  readonly unanswered: number
}

const VisitContext = createContext<VisitView | null>(null)
const makeIds = () => ({ orderId: makeUuid(), jobId: makeUuid() })

export function VisitProvider({ children }: { children: ReactNode }) {
  const [visit, step] = useReducer(stepVisit, null, () => storedVisit() ?? newVisit(makeIds()))
  const { setLanguage } = useLanguage()
  const { countryCode } = useStore()
  useEffect(() => storeVisit(visit), [visit])
  const away = useAway()
  const unanswered = useSending(visit, step) + (away?.attempts ?? 0)
  const wipe = useCallback(() => {
    step({ type: "wipe", ids: makeIds() })
    setLanguage(countryCode === "BR" ? "pt" : "es")
  }, [setLanguage, countryCode])
  const value = useMemo<VisitView>(() => ({ visit, step, wipe, unanswered }), [visit, wipe, unanswered])
  return <VisitContext value={value}>{children}</VisitContext>
}

export function useVisit(): VisitView {
  const view = useContext(VisitContext)
  if (!view) throw new Error("useVisit stands outside its VisitProvider")
  return view
}

function useSending({ phase, sent }: Visit, step: (step: VisitStep) => void): number {
  const { client } = useBox()
  const [unanswered, setUnanswered] = useState(0)
  useEffect(() => {
    if (phase !== "sending" || sent === null) return setUnanswered(0)
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = async (lost: number) => {
      const outcome = await placeOrder(client, sent)
      if (isOver) return
      if (outcome.type !== "unknown") return step(outcome)
      setUnanswered(lost + 1)
      timer = setTimeout(attempt, RETRY_MS, lost + 1)
    }
    void attempt(0)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [phase, sent, client, step])
  return unanswered
}

const KEY = "brasa.kiosk.visit"

/** Stores the visit so that it survives a reload of this window. */
function storeVisit(visit: Visit): void {
  try {
    if (visit.phase === "attract") sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(visit))
  } catch (error) {
    console.warn("the visit could not be stored", error)
  }
}

/** Returns null if there is no stored visit, or it cannot be read. */
function storedVisit(): Visit | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Visit | null
    return stored && Array.isArray(stored.lines) && typeof stored.orderId === "string" ? stored : null
  } catch {
    return null
  }
}
