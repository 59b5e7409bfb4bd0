/** How a caller may say who it is, by kind of credential: which headers count, and which must be there (docs/contract/conventions.md#authentication). */

export interface Credential {
  /** Where an API key may stand; the first that is sent counts. Empty: anyone may ask. */
  readonly key: readonly ("x-api-key" | "bearer")[]
  /** An access token as Bearer: never taken, taken in the key's place, or demanded beside the key. */
  readonly token: "never" | "instead" | "beside"
  /** Whether `x-client-channel: integration` and the key's own `account` must be sent. */
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
  /** What a client sends to log in. */
  client: { key: ["x-api-key"], token: "never", clientHeaders: true },
  /** A page's session cookie, and its own header against forged requests; never a key. */
  session: { key: [], token: "never", clientHeaders: false },
  /** All four headers of the legacy family. */
  fourHeaders: { key: ["x-api-key"], token: "beside", clientHeaders: true },
} as const satisfies Record<string, Credential>

export type CredentialKind = keyof typeof CREDENTIALS

export function credentialOf(kind: CredentialKind): Credential {
  return CREDENTIALS[kind]
}
