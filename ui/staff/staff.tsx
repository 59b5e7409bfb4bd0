/** The person signed in at this screen. The token goes with every request and lasts until the tab closes or the box drops it. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import type { NoAnswer, Refused } from "../../protocol/client/index.ts"
import { readSignedIn, type StaffSummary, signIn, signOut } from "../../protocol/http/staff.ts"
import { useBox } from "../device/box.tsx"
import { ChoosePin } from "./choose-pin.tsx"

const HEADER = "x-staff-token"
const KEY = "brasa.staff"
/** Staff may be added or removed at another screen, so the page reads it again. */
const LOOK_MS = 60_000

export interface SignedIn {
  /** Null until the box has answered. */
  readonly hasStaff: boolean | null
  readonly staff: StaffSummary | null
  /** People who may sign in at this screen. */
  readonly people: readonly StaffSummary[]
  /** Returns null on success. */
  readonly enter: (staffId: string, pin: string) => Promise<Refused | NoAnswer | null>
  readonly leave: () => Promise<void>
  /** Deletes the token, after the box refused it. */
  readonly forget: () => void
  /** Reads again who is signed in. */
  readonly look: () => Promise<void>
}

const StaffContext = createContext<SignedIn | null>(null)

export function StaffProvider({ children }: { children: ReactNode }) {
  const { client, setHeader } = useBox()
  const [staff, setStaff] = useState<StaffSummary | null>(null)
  const [hasStaff, setHasStaff] = useState<boolean | null>(null)
  const [people, setPeople] = useState<readonly StaffSummary[]>([])
  const [choosesPin, setChoosesPin] = useState(false)
  const forget = useCallback(() => {
    keep(null)
    setHeader(HEADER, null)
    setStaff(null)
    setChoosesPin(false)
  }, [setHeader])
  const look = useCallback(async () => {
    const asked = kept()
    const answer = await client.call(readSignedIn, {})
    // Somebody signed in or out meanwhile, so this answer is about another person.
    if (!answer.ok || kept() !== asked) return
    setHasStaff(answer.data.hasStaff)
    setStaff(answer.data.staff)
    setPeople(answer.data.people)
    if (!answer.data.staff) forget()
  }, [client, forget])
  useEffect(() => {
    setHeader(HEADER, kept())
    void look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [setHeader, look])
  const value = useMemo<SignedIn>(
    () => ({
      hasStaff,
      staff,
      people,
      look,
      forget,
      async enter(staffId, pin) {
        const answer = await client.call(signIn, { body: { staffId, pin } })
        if (!answer.ok) return answer
        keep(answer.data.token)
        setHeader(HEADER, answer.data.token)
        setStaff(answer.data.staff)
        setHasStaff(true)
        setChoosesPin(answer.data.choosePin)
        return null
      },
      async leave() {
        await client.call(signOut, {})
        forget()
      },
    }),
    [client, hasStaff, staff, people, look, forget, setHeader],
  )
  return (
    <StaffContext value={value}>
      {children}
      {choosesPin && staff && <ChoosePin name={staff.name} onDone={() => setChoosesPin(false)} />}
    </StaffContext>
  )
}

export function useStaff(): SignedIn {
  const signedIn = useContext(StaffContext)
  if (!signedIn) throw new Error("useStaff stands outside its StaffProvider")
  return signedIn
}

/** In the tab's own storage, so that a new tab asks for the PIN. */
function keep(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch (error) {
    console.warn("could not keep who is signed in", error)
  }
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
