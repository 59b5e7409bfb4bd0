/** The person signed in at this screen. The token goes with every request and lasts until the tab closes or the box drops it. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import type { NoAnswer, Refused } from "../../protocol/client/index.ts"
import { readSignedIn, type StaffSummary, signIn, signOut } from "../../protocol/http/staff.ts"
import { useBox } from "../device/box.tsx"
import { ChoosePin } from "./choose-pin.tsx"

const HEADER = "x-staff-token"
const KEY = "brasa.staff"
/** Staff may be added or removed at another screen, so the page reads it again. */
const RELOAD_MS = 60_000

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
  readonly reload: () => Promise<void>
}

const StaffContext = createContext<SignedIn | null>(null)

export function StaffProvider({ children }: { children: ReactNode }) {
  const { client, setHeader } = useBox()
  const [staff, setStaff] = useState<StaffSummary | null>(null)
  const [hasStaff, setHasStaff] = useState<boolean | null>(null)
  const [people, setPeople] = useState<readonly StaffSummary[]>([])
  const [choosesPin, setChoosesPin] = useState(false)
  const forget = useCallback(() => {
    storeSession(null)
    setHeader(HEADER, null)
    setStaff(null)
    setChoosesPin(false)
  }, [setHeader])
  const reload = useCallback(async () => {
    const session = storedSession()
    const answer = await client.call(readSignedIn, {})
    // Somebody signed in or out meanwhile, so this answer is about another person.
    if (!answer.ok || storedSession() !== session) return
    setHasStaff(answer.data.hasStaff)
    setStaff(answer.data.staff)
    setPeople(answer.data.people)
    if (!answer.data.staff) forget()
  }, [client, forget])
  useEffect(() => {
    setHeader(HEADER, storedSession())
    void reload()
    const timer = setInterval(reload, RELOAD_MS)
    return () => clearInterval(timer)
  }, [setHeader, reload])
  const value = useMemo<SignedIn>(
    () => ({
      hasStaff,
      staff,
      people,
      reload,
      forget,
      async enter(staffId, pin) {
        const answer = await client.call(signIn, { body: { staffId, pin } })
        if (!answer.ok) return answer
        storeSession(answer.data.token)
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
    [client, hasStaff, staff, people, reload, forget, setHeader],
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
function storeSession(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, token)
  } catch (error) {
    console.warn("could not store who is signed in", error)
  }
}

function storedSession(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}
