/** Signed, short-lived access tokens (JWT) that name a client but carry no rights (docs/contract/conventions.md#authentication). */
import { createHmac, hkdfSync } from "node:crypto"
import type { Clock } from "../clock.ts"
import { isSameSecret } from "../secrets.ts"

export const TOKEN_SECONDS = 3600

const KEY_BYTES = 32
const PURPOSE = "access token"
/** Only this header is accepted, so a caller cannot choose another algorithm. */
const HEADER = encode({ alg: "HS256", typ: "JWT" })

export interface TokenSubject {
  readonly subject: string
  /** Depends on the subject's secrets: after they change, the token is no longer valid. */
  readonly stamp: string
}

export interface AccessTokens {
  issue(subject: TokenSubject): string
  /** Null for a token that is not ours, was changed, or has expired. */
  read(token: string): TokenSubject | null
}

/** The signing key is derived from the process's `secretKey`, which is also used for other purposes. */
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

/** Whether a Bearer value is an access token, not an API key. */
export function isAccessToken(text: string): boolean {
  return text.startsWith(`${HEADER}.`)
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url")
}
