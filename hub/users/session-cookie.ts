/** The session cookie. No script can read it, and no other site can send it. */
import { SESSION_SECONDS } from "../../protocol/rules/users/session-lifetime.ts"

const NAME = "brasa_session"
/** Browsers accept a cookie with this prefix over TLS only, for this host only. */
const SECURE_NAME = `__Host-${NAME}`

const nameOf = (secure: boolean) => (secure ? SECURE_NAME : NAME)

export function sessionCookie(token: string, secure: boolean): string {
  return withFlags(`${nameOf(secure)}=${token}; Max-Age=${SESSION_SECONDS}`, secure)
}

export function noCookie(secure: boolean): string {
  return withFlags(`${nameOf(secure)}=; Max-Age=0`, secure)
}

function withFlags(cookie: string, secure: boolean): string {
  return `${cookie}; Path=/; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`
}

/** The token in a request's `Cookie` header. */
export function tokenIn(header: string | undefined, secure: boolean): string | null {
  const begin = `${nameOf(secure)}=`
  const found = (header ?? "").split(";").map((part) => part.trim())
  return found.find((part) => part.startsWith(begin))?.slice(begin.length) || null
}
