/** Checks PostgreSQL's connection URL, and gives advice for connection and certificate errors. */
import { codeOf } from "./dialect.ts"

const SCHEME = /^postgres(ql)?:\/\/./
/** The driver treats all of these like `verify-full`, with a long warning. */
const VERIFYING = ["allow", "prefer", "require", "verify-ca", "verify-full"]
const SSL_MODES = ["disable", "no-verify", ...VERIFYING]
/** Any other value of `ssl` crashes the driver during the handshake. */
const SSL_WORDS = ["true", "1", "0", "no-verify"]

const UNKNOWN_AUTHORITY = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_)/

/** Returns the URL to use. Throws an Error whose message never quotes the URL, since it may contain a password. */
export function readPostgresAddress(text: string): string {
  if (!SCHEME.test(text)) throw new Error("must be postgres://…")
  const query = queryOf(text)
  const [mode, ssl] = [query.get("sslmode"), query.get("ssl")]
  if (mode !== null && !SSL_MODES.includes(mode)) throw new Error(`sslmode must be one of ${SSL_MODES.join(", ")}`)
  if (ssl !== null && !SSL_WORDS.includes(ssl)) throw new Error("ssl has an unknown value: use sslmode=verify-full")
  // With `uselibpqcompat` the driver gives these words the meaning that they have in PostgreSQL's own programs.
  if (mode === null || !VERIFYING.includes(mode) || query.get("uselibpqcompat") === "true") return text
  return text.replace(/([?&]sslmode=)[^&#]*/, "$1verify-full")
}

/** Why there is no connection, with advice if the error needs it. */
export function whyNoPostgres(error: unknown): string {
  // If a name has several addresses and none answers, the error has no message.
  const why = (error as Error).message || codeOf(error)
  return [why, adviceOf(codeOf(error), why)].filter(Boolean).join("; ")
}

const WITHOUT_TLS = "The server does not support SSL connections"
const TLS_CODES = /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|ERR_TLS_|ERR_SSL_)/

/** Whether the error is about TLS, such as an expired certificate. */
export function isTlsFault(error: unknown): boolean {
  return TLS_CODES.test(codeOf(error)) || (error as Error).message === WITHOUT_TLS
}

function adviceOf(code: string, message: string): string {
  if (UNKNOWN_AUTHORITY.test(code))
    return "its certificate is from an unknown authority: give the file of the authority's certificate, sslmode=verify-full&sslrootcert=FILE"
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "its certificate is for another name: use one of its names as the host, or give the server a certificate for this name"
  if (code === "CERT_HAS_EXPIRED") return "give PostgreSQL a new one, or check this machine's clock"
  if (code === "CERT_NOT_YET_VALID") return "check this machine's clock and PostgreSQL's"
  if (message === WITHOUT_TLS) return "turn ssl on there, or omit sslmode on a trusted network"
  if (code === "28000" && message.includes("no encryption")) return "if it requires TLS, add ?sslmode=verify-full"
  // From PostgreSQL 15 on only the owner of a database may create tables.
  if (code === "42501") return "make the hub's user the owner of the database, as createdb --owner does"
  return ""
}

function queryOf(text: string): URLSearchParams {
  // The host may be missing if `host=` names a socket's folder, but `URL` requires one.
  for (const url of [text, text.replace("@/", "@host/")]) if (URL.canParse(url)) return new URL(url).searchParams
  throw new Error("is not a valid URL; in a password # / ? @ : and % are written %23 %2F %3F %40 %3A and %25")
}
