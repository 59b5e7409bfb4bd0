/** Who is signed in, what they may do, and which vendor they have picked. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import type { Client } from "../../../protocol/client/index.ts"
import { type Me, readMe } from "../../../protocol/http/admin/session.ts"
import { isAmong, type UserGroup } from "../../../protocol/rules/users/user-roles.ts"
import type { RequestError } from "../../../ui/explain.ts"
import { recall, remember } from "../../../ui/remember.ts"
import { createHubClient } from "./hub-client.ts"

const VENDOR_KEY = "brasa.dashboard.vendor"

export interface Session {
  readonly client: Client
  /** Undefined until the hub has said; null when nobody is signed in. */
  readonly me: Me | null | undefined
  /** Why the hub has not said. */
  readonly trouble: RequestError | null
  readonly setMe: (me: Me | null) => void
  readonly look: () => Promise<void>
  /** The vendor that lists are about; null is all that the person sees. */
  readonly vendorId: string | null
  readonly pickVendor: (vendorId: string | null) => void
}

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [me, setMe] = useState<Me | null | undefined>(undefined)
  const [trouble, setTrouble] = useState<RequestError | null>(null)
  const [picked, setPicked] = useState(() => recall<string>(VENDOR_KEY))
  const client = useMemo(() => createHubClient(() => setMe(null)), [])
  const look = useCallback(async () => {
    const answer = await client.call(readMe, {})
    if (answer.ok) setMe(answer.data)
    setTrouble(answer.ok ? null : answer)
  }, [client])
  useEffect(() => void look(), [look])
  const pickVendor = useCallback((vendorId: string | null) => {
    remember(VENDOR_KEY, vendorId)
    setPicked(vendorId)
  }, [])
  const vendorId = vendorOf(me?.vendors ?? [], picked)
  const value = useMemo(
    () => ({ client, me, trouble, setMe, look, vendorId, pickVendor }),
    [client, me, trouble, look, vendorId, pickVendor],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error("useSession stands outside its SessionProvider")
  return session
}

interface Rights {
  readonly may: (group: UserGroup) => boolean
  /** What is of the whole account, of no vendor, is changed by whoever sees all of it. */
  readonly mayChange: (group: UserGroup, vendorId: string | null) => boolean
}

/** The person who is signed in; only below the frame. */
export function useMe(): Me & Rights {
  const { me } = useSession()
  if (!me) throw new Error("useMe stands where nobody is signed in")
  return useMemo(() => {
    const may = (group: UserGroup) => isAmong(me.role, group)
    const mayChange: Rights["mayChange"] = (group, vendorId) => may(group) && (me.wholeAccount || vendorId !== null)
    return { ...me, may, mayChange }
  }, [me])
}

/** What was picked on this device, if this person sees it; whoever sees one vendor has picked it. */
export function vendorOf(vendors: Me["vendors"], picked: string | null): string | null {
  const [first, second] = vendors
  if (first && !second) return first.id
  return vendors.some(({ id }) => id === picked) ? picked : null
}
