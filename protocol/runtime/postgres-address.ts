/** The address of a PostgreSQL as the driver is to read it, and what to do where a server does not let one in by it. */
import { codeOf } from "./dialect.ts"

/** The driver takes these for `verify-full`, and says at each start that its next version will not. Here they stay what they are. */
const TAKEN_FOR_VERIFIED = new Set(["prefer", "require", "verify-ca"])

/** Unreadable addresses are left to the driver, which says so. */
export function readAddress(url: string): string {
  if (!URL.canParse(url)) return url
  const address = new URL(url)
  const mode = address.searchParams.get("sslmode")
  const asLibpq = address.searchParams.get("uselibpqcompat") === "true"
  if (mode === null || asLibpq || !TAKEN_FOR_VERIFIED.has(mode)) return url
  address.searchParams.set("sslmode", "verify-full")
  return address.href
}

const UNKNOWN_AUTHORITY =
  /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT)$/

/** Its words, and what to do about them; of a name with several addresses, none of which answers, there are no words but a code. */
export function wordsOf(error: unknown): string {
  const code = codeOf(error)
  const words = (error as Error).message || code
  const mend = mendOf(code, words)
  return mend === null ? words : `${words}; ${mend}`
}

const WITHOUT_TLS = "The server does not support SSL connections"
const TLS_CODES = /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_|ERR_SSL_)/

/** A certificate that ran out or was changed, or a server that has none any more: nothing that a query is to blame for. */
export function isTlsFault(error: unknown): boolean {
  return TLS_CODES.test(codeOf(error)) || (error as Error).message === WITHOUT_TLS
}

function mendOf(code: string, words: string): string | null {
  if (UNKNOWN_AUTHORITY.test(code))
    return "name the file of the authority that signed it in the address: ?sslmode=verify-full&sslrootcert=FILE"
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "use a name in the address for which the certificate was made"
  if (code === "CERT_HAS_EXPIRED") return "the server needs a new certificate"
  if (code === "28000" && words.endsWith("no encryption")) return "the server asks for TLS: add ?sslmode=verify-full"
  if (words === WITHOUT_TLS)
    return "give it a certificate, or leave sslmode out of the address where the line is safe by itself"
  return null
}
