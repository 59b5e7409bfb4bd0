/** The demo's client of the legacy family: its headers, and the token that it logs in for. */
import type { TestHub } from "./hub.ts"
import { KEY } from "./hub.ts"

export const LOGIN = "/api/authentication/login"
export const OLDER_LOGIN = "/v1/auth/login"
export const CLIENT_HEADERS = { "x-client-channel": "integration", account: "acme" }
export const CLIENT_LOGIN = {
  client_id: "acme-legacy",
  client_secret: "acme-legacy-secret-000001",
  grant_type: "client_credentials",
}
export const USER_LOGIN = { username: "legacy@acme", password: "legacy-password-000001" }

/** The headers beside the key, with a fresh token; the hub was opened with `clients`. */
export async function logIn({ call }: TestHub): Promise<Record<string, string>> {
  const { body } = await call("POST", LOGIN, CLIENT_LOGIN, KEY, CLIENT_HEADERS)
  return { ...CLIENT_HEADERS, authorization: `Bearer ${body.accessToken}` }
}
