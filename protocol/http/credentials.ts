/** The kinds of credential: which request headers each one reads, and which it requires (docs/contract/conventions.md#authentication). */

export interface Credential {
  /** Headers that may carry an API key; the first one present counts. Empty: no key is needed. */
  readonly key: readonly ("x-api-key" | "bearer")[]
  /** An access token as Bearer: not accepted, accepted instead of the key, or required beside the key. */
  readonly token: "never" | "instead" | "beside"
  /** Whether the headers `x-client-channel: integration` and `account` (the key's own) are required. */
  readonly clientHeaders: boolean
}

export const CLIENT_CHANNEL = "integration"

export const CREDENTIALS = {
  none: { key: [], token: "never", clientHeaders: false },
  key: { key: ["x-api-key"], token: "never", clientHeaders: false },
  /** The key as `x-api-key` or as Bearer. */
  bearerKey: { key: ["x-api-key", "bearer"], token: "never", clientHeaders: false },
  /** The key as `x-api-key` or as Bearer, or an access token as Bearer. */
  anyBearer: { key: ["x-api-key", "bearer"], token: "instead", clientHeaders: false },
  /** For the login of a client. */
  client: { key: ["x-api-key"], token: "never", clientHeaders: true },
  /** The dashboard's session cookie, and a header against forged requests; no key. */
  session: { key: [], token: "never", clientHeaders: false },
  /** The legacy family: key, access token, `x-client-channel` and `account`. */
  fourHeaders: { key: ["x-api-key"], token: "beside", clientHeaders: true },
} as const satisfies Record<string, Credential>

export type CredentialKind = keyof typeof CREDENTIALS

export function credentialOf(kind: CredentialKind): Credential {
  return CREDENTIALS[kind]
}
