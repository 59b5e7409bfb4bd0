/** Users of the dashboard: invited and signed in as in production, calling with their cookie. */
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import type { UserRole } from "../../protocol/rules/users/user-roles.ts"
import { type Answer, ask, type TestHub } from "./hub.ts"

export const PASSWORD = "a-good-password"
/** What the dashboard's own page sends with whatever changes something. */
export const CSRF = { "x-brasa-csrf": "1" }

export interface SignedIn {
  readonly personId: string
  readonly email: string
  readonly cookie: string
  /** Asks as the page does: with the cookie and the header against forgery. */
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

interface Wish {
  readonly account?: string
  /** Null is all of the account. */
  readonly vendorIds?: readonly string[] | null
  readonly email?: string
}

let people = 0

/** A new person of the role, signed in with the password above. */
export async function signIn(hub: TestHub, role: UserRole, wish: Wish = {}): Promise<SignedIn> {
  people += 1
  const { account = "acme", vendorIds = null, email = `${role}-${people}@${account}.test` } = wish
  const made = await hub.hub.users.create(account, { email, name: `Person ${people}`, role, vendorIds })
  if (isRefusal(made)) throw new Error(made.message)
  const token = made.link.path.split("/").at(-1)
  const opened = await knock(hub, ADMIN_ENDPOINTS.openByLink.path, { token, password: PASSWORD })
  if (opened.status !== 200) throw new Error(JSON.stringify(opened.body))
  return asPerson(hub, { personId: made.person.personId, email, cookie: cookieOf(opened) })
}

export function asPerson(hub: TestHub, person: Pick<SignedIn, "personId" | "email" | "cookie">): SignedIn {
  return {
    ...person,
    call: (method, path, body, headers = {}) =>
      ask(hub.hub.url + path, { method, body, key: null, headers: { cookie: person.cookie, ...CSRF, ...headers } }),
  }
}

/** Asks from outside, as the page does before anybody is signed in. */
export function knock(
  hub: TestHub,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(hub.hub.url + path, { method: "POST", body, key: null, headers: { ...CSRF, ...headers } })
}

/** `name=value`, as a browser sends it back. */
export function cookieOf({ headers }: Answer): string {
  const [cookie = ""] = (headers.get("set-cookie") ?? "").split(";")
  return cookie
}
