/** Access tokens: short-lived, signed, checked without looking anything up (docs/contract/conventions.md#authentication). A token says who, never what may be done. */
import { createHmac, hkdfSync } from "node:crypto"
import type { Clock } from "../clock.ts"
import { isSameSecret } from "../secrets.ts"

export const TOKEN_SECONDS = 3600

const KEY_BYTES = 32
const PURPOSE = "access token"
/** The only header that we write is the only one that we read: nobody chooses the algorithm but us. */
const HEADER = encode({ alg: "HS256", typ: "JWT" })

export interface TokenSubject {
  readonly subject: string
  /** What the subject's secrets were when the token was made: a token does not outlive them. */
  readonly stamp: string
}

export interface AccessTokens {
  issue(subject: TokenSubject): string
  /** Null for what is no token of ours, was changed, or has expired. */
  read(token: string): TokenSubject | null
}

/** `secretKey` is the process's one key; what signs is derived from it, so that neither opens the other's doors. */
export function createAccessTokens({ secretKey, clock }: { secretKey: Buffer; clock: Clock }): AccessTokens {
  const key = Buffer.from(hkdfSync("sha256", secretKey, "", PURPOSE, KEY_BYTES))
  const sign = (text: string) => createHmac("sha256", key).update(text).digest()
  return {
    issue({ subject, stamp }) {
      const issuedAt = Math.floor(clock.ms() / 1000)
      const signed = `${HEADER}.${encode({ sub: subject, stamp, iat: issuedAt, exp: issuedAt + TOKEN_SECONDS })}`
      return `${signed}.${sign(signed).toString("base64url")}`
    },
    read(token) {
      const [header, payload = "", signature = "", ...more] = token.split(".")
      if (header !== HEADER || more.length > 0) return null
      if (!isSameSecret(Buffer.from(signature, "base64url"), sign(`${header}.${payload}`))) return null
      const { sub, stamp, exp } = JSON.parse(Buffer.from(payload, "base64url").toString())
      return clock.ms() < exp * 1000 ? { subject: sub, stamp } : null
    },
  }
}

/** Whether a Bearer is meant as an access token rather than as an API key. */
export function isAccessToken(text: string): boolean {
  return text.startsWith(`${HEADER}.`)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}
