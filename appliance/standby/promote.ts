/** Promotes a standby to the store's box. The first box is shut out before: by itself, by the hub, or by a person who confirms that it is off. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Client } from "../../protocol/client/index.ts"
import { acceptPromotion } from "../../protocol/http/enrolment.ts"
import { stepDown } from "../../protocol/http/standby.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { hashSecret, matchesHash, seal } from "../../runtime/secrets.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { syncFile } from "../../runtime/sync-file.ts"
import { createRecordAudit } from "../audit/index.ts"
import { createCredentials } from "../enrolment/index.ts"
import { forgetDatabaseFile, planSkips, waitForSequences } from "../fiscal/index.ts"
import { skipLocators } from "../kiosk/index.ts"
import { createBoxStore } from "../storage/index.ts"
import { continueEpoch, createOutbox, markRestored, newestAt, waitForRestore } from "../sync/index.ts"
import { type CopyFiles, writeWhole } from "./copy-files.ts"
import type { Follower } from "./follow-primary.ts"
import { readCopy } from "./read-copy.ts"
import { readStandby, savePromoted } from "./standby-store.ts"

const PROMOTING = "promoting.json"
const STEP_DOWN_PATIENCE_MS = 3_000
export const KEY_SEAL_CONTEXT = "standby/former-key"
export const PASSWORD_SEAL_CONTEXT = "standby/next-password"

/**
 * Written before the first request, so that after a power cut the same promotion continues with the same requests. It also stays without an
 * answer, because the hub may have accepted its password although the answer was lost.
 */
interface Plan {
  /** False: a person must check the first box, and request it again. */
  readonly isAsked: boolean
  readonly epoch: string
  readonly nextPassword: string
  readonly by: string | null
  /** A person has confirmed that the first box is off. */
  readonly isOff: boolean
  /** What has shut the first box out. */
  readonly steppedDown: boolean
  readonly hubTold: boolean
  /** The promotion cannot be undone any more. */
  readonly decided: boolean
}

export interface PromotionDeps {
  /** The data directory that the box will have. */
  readonly data: string
  readonly dir: string
  readonly files: CopyFiles
  readonly follower: Pick<Follower, "catchUp">
  readonly first: Client
  readonly firstUrl: string
  readonly key: string
  readonly secretKey: Buffer
  readonly hub: Client | null
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
  /** Called after each step, so that tests can cut the power there. */
  readonly onStep?: ((step: PromotionStep) => void) | undefined
}

export const PROMOTION_STEPS = [
  "planned",
  "first asked",
  "hub asked",
  "hub noted",
  "decided",
  "copy prepared",
  "key written",
  "renamed",
  "over",
] as const
export type PromotionStep = (typeof PROMOTION_STEPS)[number]

export interface PromotionRequest {
  readonly by: string | null
  readonly isOff: boolean
}

/** `SAY_IT_IS_OFF`: neither the first box nor the hub answers, so a person must check that it is off. */
export type PromotionResult = "promoted" | "NO_COPY" | "SAY_IT_IS_OFF"

/** Whether a power cut has interrupted a promotion. */
export function isPromoting(dir: string): boolean {
  return readPlan(dir).isAsked === true
}

/** `asked` null: continues the request from before the power cut. */
export async function promote(deps: PromotionDeps, request: PromotionRequest | null): Promise<PromotionResult> {
  const { dir, files, ids, log, onStep } = deps
  if (!files.exists()) return "NO_COPY"
  let plan: Plan = { ...unasked(ids), ...readPlan(dir), ...request, isAsked: true }
  const keep = (next: Partial<Plan>, step?: PromotionStep) => {
    plan = { ...plan, ...next }
    writeWhole(join(dir, PROMOTING), JSON.stringify(plan))
    if (step) onStep?.(step)
  }
  if (!plan.decided) {
    keep({}, "planned")
    keep({ steppedDown: plan.steppedDown || (await stepFirstDown(deps)) }, "first asked")
    const hubTold = plan.hubTold || (await tellHub(deps, plan))
    onStep?.("hub asked")
    keep({ hubTold }, "hub noted")
    if (!plan.steppedDown && !plan.hubTold && !plan.isOff) {
      keep({ isAsked: false, by: null })
      return "SAY_IT_IS_OFF"
    }
    keep({ decided: true }, "decided")
  }
  adopt(deps, plan)
  log.warn({ by: plan.by, steppedDown: plan.steppedDown, hubTold: plan.hubTold }, "this box speaks for the store now")
  return "promoted"
}

function unasked(ids: Ids): Plan {
  const nobodyHasAnswered = { steppedDown: false, hubTold: false, decided: false }
  const names = { epoch: ids.uuid(), nextPassword: ids.secret("box_") }
  return { ...names, ...nobodyHasAnswered, isAsked: true, by: null, isOff: false }
}

/** A first box that answers shuts itself out, and its last sales are fetched, so nothing is missing. */
async function stepFirstDown({ first, key, follower }: PromotionDeps): Promise<boolean> {
  const answer = await first.call(stepDown, { body: { key } }, { timeoutMs: STEP_DOWN_PATIENCE_MS })
  return answer.ok && (await follower.catchUp())
}

/** The hub revokes the first box's credential. */
async function tellHub(
  { hub, files, secretKey, clock }: PromotionDeps,
  { epoch, nextPassword }: Plan,
): Promise<boolean> {
  const known = readCopy(files.path, clock.iso(), ({ db }) => createCredentials(db, secretKey).read())
  if (!hub || !known) return false
  const { storeId, password } = known
  return (await hub.call(acceptPromotion, { body: { storeId, password, next: { password: nextPassword, epoch } } })).ok
}

/** Each step may be repeated. The last one makes the copy the box's database. */
function adopt(deps: PromotionDeps, plan: Plan): void {
  const { data, dir, files, secretKey, onStep } = deps
  if (files.exists()) {
    prepareCopy(deps, plan)
    onStep?.("copy prepared")
    writeFileSync(join(data, "secret.key"), `${secretKey.toString("base64url")}\n`, { mode: 0o600 })
    syncFile(join(data, "secret.key"))
    onStep?.("key written")
    for (const rest of ["box.db-wal", "box.db-shm"]) rmSync(join(data, rest), { force: true })
    renameSync(files.path, join(data, "box.db"))
    syncFile(data)
    onStep?.("renamed")
  }
  rmSync(dir, { recursive: true, force: true })
  onStep?.("over")
}

function prepareCopy({ files, clock, ids, firstUrl, key, secretKey }: PromotionDeps, plan: Plan): void {
  const db = openSqlite(files.path, { check: true })
  try {
    const store = createBoxStore(db, clock)
    store.write((tx) => {
      const { formerHash } = readStandby(tx)
      if (formerHash !== null && matchesHash(key, formerHash)) return
      // The first box may have given numbers that it could not send.
      if (!plan.steppedDown) planSkips(tx, newestAt(db))
      continueEpoch(tx, plan.epoch)
      waitForSequences(tx, plan.epoch)
      waitForRestore(tx, plan.epoch)
      markRestored(tx)
      skipLocators(tx)
      // All that a copied database needs is done, so its first start does not repeat it.
      forgetDatabaseFile(db)
      savePromoted(tx, {
        url: firstUrl,
        hash: hashSecret(key),
        key: seal(key, secretKey, KEY_SEAL_CONTEXT),
        nextPassword: seal(plan.nextPassword, secretKey, PASSWORD_SEAL_CONTEXT),
        hubTold: false,
        formerTold: plan.steppedDown,
      })
      const record = createRecordAudit({ ids, outbox: createOutbox({ ids, nudge: () => undefined }) })
      const { by, isOff, steppedDown, hubTold } = plan
      record(tx, { action: "box.promoted", caller: null, detail: { by, isOff, steppedDown, hubTold } })
    })
    db.pragma("wal_checkpoint(TRUNCATE)")
  } finally {
    db.close()
  }
}

function readPlan(dir: string): Partial<Plan> {
  const path = join(dir, PROMOTING)
  return existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}
}
