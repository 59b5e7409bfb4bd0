/** The signed-in user, what they may do, the vendor they picked, and the client that calls the hub in their name. */
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react"
import { type Client, createClient, type NoAnswer, type Refused } from "../../../protocol/client/index.ts"
import { type Me, readMe } from "../../../protocol/http/admin/session.ts"
import { isAmong, type UserGroup } from "../../../protocol/rules/users/user-roles.ts"
import type { RequestError } from "../../../ui/explain.ts"
import { recall, remember } from "../../../ui/remember.ts"

const VENDOR_KEY = "brasa.dashboard.vendor"
/** The hub requires this header because no other site can make the browser send it. */
const CSRF_HEADER = "x-brasa-csrf"
const TIMEOUT_MS = 20_000

export interface Session {
  readonly client: Client
  /** Undefined until the hub has answered; null when nobody is signed in. */
  readonly me: Me | null | undefined
  /** Why the hub could not be asked who is signed in. */
  readonly error: RequestError | null
  readonly setMe: (me: Me | null) => void
  readonly reload: () => Promise<void>
  /** Lists show this vendor; null shows all vendors that the user may see. */
  readonly vendorId: string | null
  readonly pickVendor: (vendorId: string | null) => void
}

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [me, setMe] = useState<Me | null | undefined>(undefined)
  const [error, setError] = useState<RequestError | null>(null)
  const [picked, setPicked] = useState(() => recall<string>(VENDOR_KEY))
  const client = useMemo(() => createHubClient(() => setMe(null)), [])
  const reload = useCallback(async () => {
    const answer = await client.call(readMe, {})
    if (answer.ok) setMe(answer.data)
    setError(answer.ok ? null : answer)
  }, [client])
  useEffect(() => void reload(), [reload])
  const pickVendor = useCallback((vendorId: string | null) => {
    remember(VENDOR_KEY, vendorId)
    setPicked(vendorId)
  }, [])
  const vendorId = vendorOf(me?.vendors ?? [], picked)
  const value = useMemo(
    () => ({ client, me, error, setMe, reload, vendorId, pickVendor }),
    [client, me, error, reload, vendorId, pickVendor],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error("useSession is used outside SessionProvider")
  return session
}

interface Rights {
  readonly may: (group: UserGroup) => boolean
  /** A null `vendorId` is the whole account: only users who see all of it may change that. */
  readonly mayChange: (group: UserGroup, vendorId: string | null) => boolean
}

/** The signed-in user. Throws outside the pages that need a session. */
export function useMe(): Me & Rights {
  const { me } = useSession()
  if (!me) throw new Error("useMe is used while nobody is signed in")
  return useMemo(() => {
    const may = (group: UserGroup) => isAmong(me.role, group)
    const mayChange: Rights["mayChange"] = (group, vendorId) => may(group) && (me.wholeAccount || vendorId !== null)
    return { ...me, may, mayChange }
  }, [me])
}

/** The vendor that was picked in this browser, if the user may see it. A user with one vendor always has that one. */
export function vendorOf(vendors: Me["vendors"], picked: string | null): string | null {
  const [first, second] = vendors
  if (first && !second) return first.id
  return vendors.some(({ id }) => id === picked) ? picked : null
}

/** Adds the CSRF header to each request; the browser adds the session's cookie. */
function createHubClient(onSignedOut: () => void): Client {
  const send: typeof fetch = (url, init) => {
    const headers = { ...(init?.headers as Record<string, string>), [CSRF_HEADER]: "1" }
    return fetch(url, { ...init, headers, credentials: "same-origin", cache: "no-store" })
  }
  const client = createClient({ baseUrl: "", key: null, timeoutMs: TIMEOUT_MS, fetch: send })
  const call = async (...args: Parameters<UntypedCall>) => {
    const answer = await (client.call as unknown as UntypedCall)(...args)
    if (!answer.ok && !answer.offline && answer.refused === "UNAUTHORIZED") onSignedOut()
    return answer
  }
  return { call: call as unknown as Client["call"] }
}

/** `Client["call"]` without its generics: the wrapper does not need them. */
type UntypedCall = (
  endpoint: unknown,
  request: unknown,
  timeouts?: unknown,
) => Promise<{ readonly ok: true } | Refused | NoAnswer>
