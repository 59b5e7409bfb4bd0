/** All that differs between the generations of the API: credential, envelope, error shape (document 1, *Conventions*, *Errors*). */
import { REFUSALS, type Refusal, type RefusalCode } from "../refusals.ts"

export interface Family {
  /** `key`: an API key or a device's key in `x-api-key`; `none`: anyone may ask. */
  readonly credential: "key" | "none"
  readonly wrap: (data: unknown) => unknown
  readonly error: (refusal: Refusal) => unknown
  /** What the server refuses by itself, before the handler is asked. */
  readonly refusals: readonly RefusalCode[]
  readonly about: string
}

const success = (data: unknown) => ({ success: true, data })

const failure = ({ refused, message, details, data }: Refusal) => ({
  success: false,
  error: refused,
  message,
  ...(details && { details }),
  ...(data && { data }),
})

const BY_THE_SERVER = [
  "VALIDATION_ERROR",
  "PAYLOAD_TOO_LARGE",
  "RATE_LIMITED",
  "INTERNAL_SERVER_ERROR",
] as const satisfies RefusalCode[]

const BY_THE_KEY = ["UNAUTHORIZED", "FORBIDDEN", "SERVICE_UNAVAILABLE"] as const satisfies RefusalCode[]

export const FAMILIES = {
  core: {
    credential: "key",
    wrap: success,
    error: failure,
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "The public API: `x-api-key`, `{success, data}`.",
  },
  lan: {
    credential: "key",
    wrap: success,
    error: failure,
    refusals: [...BY_THE_KEY, ...BY_THE_SERVER],
    about: "What the store's own screens ask of the box, with the key of a paired device.",
  },
  enrolment: {
    credential: "none",
    wrap: success,
    error: failure,
    refusals: BY_THE_SERVER,
    about: "A box or a screen that has no credential yet asks for one.",
  },
} as const satisfies Record<string, Family>

export type FamilyName = keyof typeof FAMILIES

export function familyOf(name: FamilyName): Family {
  return FAMILIES[name]
}

export function statusOf(refusal: Refusal): number {
  return REFUSALS[refusal.refused].status
}
