/** The API's families. Each has its credential, envelope and error shape (docs/contract/conventions.md#envelopes, docs/contract/conventions.md#errors). */
import type { RefusalCode } from "../refusals.ts"
import type { CredentialKind } from "./credentials.ts"
import {
  BARE_ENVELOPE,
  BARE_LEGACY_ENVELOPE,
  CASH_ENVELOPE,
  CORE_ENVELOPE,
  type Envelope,
  LEGACY_ENVELOPE,
  PARTNER_ENVELOPE,
} from "./envelopes.ts"

export interface Family extends Envelope {
  readonly credential: CredentialKind
  /** Paths under it belong to the family: an unknown one is refused in the family's shape. */
  readonly prefix?: string
  /** Its POSTs accept an `Idempotency-Key`, except endpoints that are `unkeyed`. */
  readonly idempotencyKeys?: true
  /** Codes that the server itself returns, before it calls the handler. */
  readonly refusals: readonly RefusalCode[]
  readonly about: string
}

const BY_THE_SERVER = [
  "VALIDATION_ERROR",
  "REQUEST_TIMEOUT",
  "PAYLOAD_TOO_LARGE",
  "RATE_LIMITED",
  "INTERNAL_SERVER_ERROR",
  "SERVICE_UNAVAILABLE",
] as const satisfies RefusalCode[]

/** Families without a key refuse requests of other sites' pages. */
const BY_THE_ORIGIN = ["FORBIDDEN"] as const satisfies RefusalCode[]

const BY_THE_KEY = ["UNAUTHORIZED", "FORBIDDEN"] as const satisfies RefusalCode[]

const BY_THE_IDEMPOTENCY_KEY = ["IDEMPOTENCY_KEY_IN_USE", "IDEMPOTENCY_KEY_REUSED"] as const satisfies RefusalCode[]

const BY_THE_ROLE = ["STAFF_SIGN_IN_REQUIRED", "STAFF_ROLE_TOO_LOW"] as const satisfies RefusalCode[]

export const FAMILIES = {
  core: {
    ...CORE_ENVELOPE,
    credential: "key",
    idempotencyKeys: true,
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "The public API: `x-api-key`, `{success, data}`.",
  },
  lan: {
    ...CORE_ENVELOPE,
    credential: "key",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "For the store's own screens, on the box, with the key of a paired device.",
  },
  enrolment: {
    ...CORE_ENVELOPE,
    credential: "none",
    refusals: [...BY_THE_ORIGIN, ...BY_THE_SERVER],
    about: "For a box or a screen that has no credential yet.",
  },
  cash: {
    ...CASH_ENVELOPE,
    credential: "key",
    prefix: "/api/v1/adapters/partner/cash-management",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "Cash reconciliations, version 1: `x-api-key`, no envelope, refusals as `{error: {code, message}}`.",
  },
  partner: {
    ...PARTNER_ENVELOPE,
    credential: "bearerKey",
    prefix: "/api/v1/adapters/partner",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about:
      "The partner family: the API key as Bearer or as `x-api-key`; a rejection names its rule, limit and actual value.",
  },
  callback: {
    ...BARE_ENVELOPE,
    credential: "anyBearer",
    prefix: "/api/v1/webhooks",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "Incoming reports: the key, or an access token as Bearer; the 202 has no envelope, a refusal has one.",
  },
  fiscalCallback: {
    ...BARE_ENVELOPE,
    credential: "key",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "Reports of fiscal providers: only the API key is accepted; otherwise like all incoming reports.",
  },
  callbackRecord: {
    ...CORE_ENVELOPE,
    credential: "anyBearer",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "The state of an incoming report: any credential that may send it, `{success, data}`.",
  },
  menuSync: {
    ...CORE_ENVELOPE,
    credential: "anyBearer",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "Reports on a menu's publication: the key, or an access token as Bearer; `{success, data}`.",
  },
  bare: {
    ...BARE_ENVELOPE,
    credential: "key",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "First versions, still supported: `x-api-key`, an answer without an envelope, refusals like the core's.",
  },
  provider: {
    ...CORE_ENVELOPE,
    credential: "none",
    prefix: "/api/v1/webhooks/payments",
    refusals: [...BY_THE_ORIGIN, ...BY_THE_SERVER],
    about: "Reports of payment providers; their signature over the body is the credential.",
  },
  legacy: {
    ...LEGACY_ENVELOPE,
    credential: "fourHeaders",
    prefix: "/api/v4/integrations/sales/aggregator",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about:
      "The legacy aggregator family: `x-api-key`, `x-client-channel`, `account` and an access token; amounts are not scaled.",
  },
  login: {
    ...BARE_LEGACY_ENVELOPE,
    credential: "client",
    prefix: "/api/authentication",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "A client of the legacy family exchanges its secret for an access token.",
  },
  olderLogin: {
    ...BARE_LEGACY_ENVELOPE,
    credential: "none",
    prefix: "/v1/auth",
    refusals: ["UNAUTHORIZED", ...BY_THE_ORIGIN, ...BY_THE_SERVER],
    about: "The older login, by user name and password.",
  },
  admin: {
    ...CORE_ENVELOPE,
    credential: "session",
    prefix: "/api/admin",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "For the dashboard, with a user's session; an API key is not accepted.",
  },
  adminDoor: {
    ...CORE_ENVELOPE,
    credential: "session",
    refusals: ["FORBIDDEN", ...BY_THE_SERVER],
    about: "For the dashboard's sign-in page.",
  },
} as const satisfies Record<string, Family>

export type FamilyName = keyof typeof FAMILIES

export function familyOf(name: FamilyName): Family {
  return FAMILIES[name]
}

/** The fields of an endpoint that the functions below read. */
interface FamilyEndpoint {
  readonly family: FamilyName
  readonly method: string
  readonly role?: string
  readonly unkeyed?: true
  readonly refusals: readonly RefusalCode[]
}

export function takesIdempotencyKey({
  family,
  method,
  unkeyed,
}: Pick<FamilyEndpoint, "family" | "method" | "unkeyed">) {
  return method === "POST" && familyOf(family).idempotencyKeys === true && !unkeyed
}

/** All codes that an endpoint may return: its own list and the server's. */
export function refusalsOf(value: FamilyEndpoint): RefusalCode[] {
  const keyed = takesIdempotencyKey(value) ? BY_THE_IDEMPOTENCY_KEY : []
  const staffed = value.role ? BY_THE_ROLE : []
  return [...new Set<RefusalCode>([...value.refusals, ...familyOf(value.family).refusals, ...keyed, ...staffed])]
}

/** The family in whose shape an unknown path is refused. */
export function familyOfPath(path: string): FamilyName {
  const names = Object.keys(FAMILIES) as FamilyName[]
  return names.find((name) => isUnder(path, familyOf(name).prefix)) ?? "core"
}

function isUnder(path: string, prefix: string | undefined): boolean {
  return prefix !== undefined && (path === prefix || path.startsWith(`${prefix}/`))
}
