/** All that differs between the generations of the API: credential, envelope, error shape (docs/contract/conventions.md#envelopes, docs/contract/conventions.md#errors). */
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
  /** A row of the table in `credentials.ts`. */
  readonly credential: CredentialKind
  /** Paths that are the family's alone: what is at none of its endpoints is refused in its shape too. */
  readonly prefix?: string
  /** Its POSTs may carry an `Idempotency-Key`, but for those that say otherwise. */
  readonly idempotencyKeys?: true
  /** What the server refuses by itself, before the handler is asked. */
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

/** Where no key is asked for a page of another site could ask as well. */
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
    about: "What the store's own screens ask of the box, with the key of a paired device.",
  },
  enrolment: {
    ...CORE_ENVELOPE,
    credential: "none",
    refusals: [...BY_THE_ORIGIN, ...BY_THE_SERVER],
    about: "A box or a screen that has no credential yet asks for one.",
  },
  cash: {
    ...CASH_ENVELOPE,
    credential: "key",
    prefix: "/api/v1/adapters/partner/cash-management",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "Cash reconciliations, version 1: `x-api-key`, the record itself, refusals as `{error: {code, message}}`.",
  },
  partner: {
    ...PARTNER_ENVELOPE,
    credential: "bearerKey",
    prefix: "/api/v1/adapters/partner",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about:
      "The partner family: the API key as Bearer or as `x-api-key`; a rejection says its rule, limit and actual value.",
  },
  callback: {
    ...BARE_ENVELOPE,
    credential: "anyBearer",
    prefix: "/api/v1/webhooks",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "Reports that come in: the key, or an access token as Bearer; the 202 is bare, a refusal is not.",
  },
  fiscalCallback: {
    ...BARE_ENVELOPE,
    credential: "key",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "Reports of fiscal providers: the API key alone, else as all reports that come in.",
  },
  callbackRecord: {
    ...CORE_ENVELOPE,
    credential: "anyBearer",
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "What became of a report that came in: whatever credential could send it, `{success, data}`.",
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
    about: "First versions that stay: `x-api-key`, an answer without an envelope, refusals as the core has them.",
  },
  provider: {
    ...CORE_ENVELOPE,
    credential: "none",
    prefix: "/api/v1/webhooks/payments",
    refusals: [...BY_THE_ORIGIN, ...BY_THE_SERVER],
    about: "Payment providers report here; their signature over the body is the credential.",
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
    about: "A client of the legacy family trades its secret for an access token.",
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
    about: "What the dashboard asks of the hub, with a person's session; never an API key.",
  },
  adminDoor: {
    ...CORE_ENVELOPE,
    credential: "session",
    refusals: ["FORBIDDEN", ...BY_THE_SERVER],
    about: "The dashboard's own page lets a person in.",
  },
} as const satisfies Record<string, Family>

export type FamilyName = keyof typeof FAMILIES

export function familyOf(name: FamilyName): Family {
  return FAMILIES[name]
}

/** What a family must know of one of its endpoints. */
interface Member {
  readonly family: FamilyName
  readonly method: string
  readonly role?: string
  readonly unkeyed?: true
  readonly refusals: readonly RefusalCode[]
}

export function takesIdempotencyKey({ family, method, unkeyed }: Pick<Member, "family" | "method" | "unkeyed">) {
  return method === "POST" && familyOf(family).idempotencyKeys === true && !unkeyed
}

/** All that an endpoint may refuse: what it lists, and what the server refuses by itself. */
export function refusalsOf(value: Member): RefusalCode[] {
  const keyed = takesIdempotencyKey(value) ? BY_THE_IDEMPOTENCY_KEY : []
  const staffed = value.role ? BY_THE_ROLE : []
  return [...new Set<RefusalCode>([...value.refusals, ...familyOf(value.family).refusals, ...keyed, ...staffed])]
}

/** The family to which a path belongs that no endpoint has. */
export function familyOfPath(path: string): FamilyName {
  const names = Object.keys(FAMILIES) as FamilyName[]
  return names.find((name) => isUnder(path, familyOf(name).prefix)) ?? "core"
}

function isUnder(path: string, prefix: string | undefined): boolean {
  return prefix !== undefined && (path === prefix || path.startsWith(`${prefix}/`))
}
