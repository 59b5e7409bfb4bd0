/** The two logins of the legacy family: by client secret, or by the older user name and password. Both return an access token. */
import Type from "typebox"
import { secret } from "../shapes/privacy.ts"
import { oneOf, ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

/** Longer than any secret that can be provisioned. */
const SECRET_CHARS_MAX = 400

const Secret = secret(Type.String({ minLength: 1, maxLength: SECRET_CHARS_MAX }))

export const login = endpoint({
  name: "auth.login",
  family: "login",
  method: "POST",
  path: "/api/authentication/login",
  scope: null,
  body: Type.Object({ client_id: ShortText, client_secret: Secret, grant_type: oneOf("client_credentials") }),
  replies: { 201: Type.Object({ accessToken: secret(Type.String()) }) },
  refusals: ["UNAUTHORIZED"],
  summary: "A client of the key's vendor gets an access token that is valid for an hour.",
  section: "conventions.md#authentication",
  example: {
    client_id: "acme-legacy",
    client_secret: "acme-legacy-secret-000001",
    grant_type: "client_credentials",
  },
})

export const olderLogin = endpoint({
  name: "auth.olderLogin",
  family: "olderLogin",
  method: "POST",
  path: "/v1/auth/login",
  scope: null,
  body: Type.Object({ username: ShortText, password: Secret }),
  replies: { 200: Type.Object({ token: secret(Type.String()), expiresIn: Type.Integer() }) },
  refusals: ["UNAUTHORIZED", "RATE_LIMITED"],
  summary: "Returns the same token for a user name and password; `expiresIn` is in seconds.",
  section: "conventions.md#authentication",
  example: { username: "legacy@acme", password: "legacy-password-000001" },
})
