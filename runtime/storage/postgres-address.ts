/** PostgreSQL's address as an operator writes it: what is wrong with it, and what to do where the server or its certificate is not taken. */
import { codeOf } from "./dialect.ts"

const SCHEME = /^postgres(ql)?:\/\/./
/** The driver takes all of these as the last one, and says so in nine lines of warning. */
const VERIFYING = ["allow", "prefer", "require", "verify-ca", "verify-full"]
const SSL_MODES = ["disable", "no-verify", ...VERIFYING]
/** Whatever else stands there ends the driver in the middle of its handshake. */
const SSL_WORDS = ["true", "1", "0", "no-verify"]

const UNKNOWN_AUTHORITY = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_)/

/** The address that is to be used; the message of what is thrown is the fault, and shows nothing of it, since a password may stand anywhere. */
export function readPostgresAddress(text: string): string {
  if (!SCHEME.test(text)) throw new Error("must be postgres://…")
  const query = queryOf(text)
  const [mode, ssl] = [query.get("sslmode"), query.get("ssl")]
  if (mode !== null && !SSL_MODES.includes(mode)) throw new Error(`sslmode must be one of ${SSL_MODES.join(", ")}`)
  if (ssl !== null && !SSL_WORDS.includes(ssl)) throw new Error("ssl is not to be read: say it as sslmode=verify-full")
  // Who asks for the sense that these words have in PostgreSQL's own programs gets it from the driver.
  if (mode === null || !VERIFYING.includes(mode) || query.get("uselibpqcompat") === "true") return text
  return text.replace(/([?&]sslmode=)[^&#]*/, "$1verify-full")
}

/** Why there is no connection, and what to do where the reason does not say it by itself. */
export function whyNoPostgres(error: unknown): string {
  // A name with several addresses, none of which answers, is an error without a message.
  const why = (error as Error).message || codeOf(error)
  return [why, adviceOf(codeOf(error), why)].filter(Boolean).join("; ")
}

const WITHOUT_TLS = "The server does not support SSL connections"
const TLS_CODES = /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_|ERR_SSL_)/

/** A certificate that ran out or was changed, or a server that has none any more: nothing that a query is to blame for. */
export function isTlsFault(error: unknown): boolean {
  return TLS_CODES.test(codeOf(error)) || (error as Error).message === WITHOUT_TLS
}

function adviceOf(code: string, message: string): string {
  if (UNKNOWN_AUTHORITY.test(code))
    return "its certificate is from no authority that is known here: name the file of the authority's certificate, sslmode=verify-full&sslrootcert=FILE"
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "its certificate is for another name: write one of its names as the host, or give it a certificate for this one"
  if (code === "CERT_HAS_EXPIRED") return "give PostgreSQL a new one, or look at this machine's clock"
  if (code === "CERT_NOT_YET_VALID") return "look at this machine's clock, and at PostgreSQL's"
  if (message === WITHOUT_TLS) return "turn ssl on there, or leave sslmode out where nobody else is on the line"
  if (code === "28000" && message.includes("no encryption")) return "where it takes TLS alone, add ?sslmode=verify-full"
  // From PostgreSQL 15 on nobody but its owner makes tables in a database.
  if (code === "42501") return "make the hub's user the owner of the database, as createdb --owner does"
  return ""
}

function queryOf(text: string): URLSearchParams {
  // A host may be left out where `host=` names the folder of a socket; a URL of the web has one.
  for (const one of [text, text.replace("@/", "@host/")]) if (URL.canParse(one)) return new URL(one).searchParams
  throw new Error("is no address; in a password # / ? @ : and % are written %23 %2F %3F %40 %3A and %25")
}
