/** Lifetimes of staff tokens: a shift, less for idle higher roles, two minutes to authorise one action. */
import { plusSeconds } from "../../time.ts"
import type { StaffRole } from "./staff-roles.ts"

const SHIFT_HOURS = 14
const IDLE_MINUTES = 15
const LENT_MINUTES = 2
/** The last use is written to the database at most this often. */
const USE_NOTED_SECONDS = 60

export interface TokenTerms {
  readonly expiresAt: string
  /** The token ends earlier after this time without use; null if it does not. */
  readonly idleMinutes: number | null
}

export function tokenTerms(role: StaffRole, purpose: "work" | "authorise", now: string): TokenTerms {
  if (purpose === "authorise") return { expiresAt: plusSeconds(now, LENT_MINUTES * 60), idleMinutes: null }
  return { expiresAt: plusSeconds(now, SHIFT_HOURS * 3600), idleMinutes: role === "cashier" ? null : IDLE_MINUTES }
}

export interface StoredToken extends TokenTerms {
  readonly usedAt: string
}

export function isTokenValid({ expiresAt, idleMinutes, usedAt }: StoredToken, now: string): boolean {
  return expiresAt > now && (idleMinutes === null || plusSeconds(usedAt, idleMinutes * 60) > now)
}

/** Whether the last use must be written again. */
export function mustStoreUse({ idleMinutes, usedAt }: StoredToken, now: string): boolean {
  return idleMinutes !== null && plusSeconds(usedAt, USE_NOTED_SECONDS) <= now
}
