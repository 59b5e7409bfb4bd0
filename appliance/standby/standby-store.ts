/** One row: what a box knows of its standby, and of the box that it has replaced. */
import type { Database } from "better-sqlite3"
import type { BoxTx } from "../storage/index.ts"

interface StandbyRow {
  readonly codeHash: string | null
  readonly codeUntil: string | null
  /** Of the one standby. */
  readonly keyHash: string | null
  readonly url: string | null
  readonly promotedAt: string | null
  readonly formerUrl: string | null
  readonly formerHash: string | null
  /** Sealed. */
  readonly formerKey: string | null
  /** Sealed. */
  readonly nextPassword: string | null
  readonly hubToldAt: string | null
  readonly formerToldAt: string | null
}

export function readStandby({ db }: { db: Database }): StandbyRow {
  const row = db
    .prepare<[], StandbyRow>(
      `SELECT code_hash AS codeHash, code_until AS codeUntil, key_hash AS keyHash, url, promoted_at AS promotedAt,
         former_url AS formerUrl, former_hash AS formerHash, former_key AS formerKey, next_password AS nextPassword,
         hub_told_at AS hubToldAt, former_told_at AS formerToldAt FROM standby WHERE id = 1`,
    )
    .get()
  if (!row) throw new Error("the row of the standby is gone")
  return row
}

export function saveCode({ db }: BoxTx, codeHash: string, until: string): void {
  db.prepare("UPDATE standby SET code_hash = ?, code_until = ? WHERE id = 1").run(codeHash, until)
}

/** Replaces the former standby. */
export function saveFollower({ db }: BoxTx, keyHash: string): void {
  db.prepare("UPDATE standby SET code_hash = NULL, code_until = NULL, key_hash = ?, url = NULL WHERE id = 1").run(
    keyHash,
  )
}

export function saveUrl({ db }: BoxTx, url: string): void {
  db.prepare("UPDATE standby SET url = ? WHERE id = 1").run(url)
}

/** This copy is the store's box from now on, and has no standby yet. */
export function savePromoted(
  { db, now }: BoxTx,
  former: { url: string; hash: string; key: string; nextPassword: string; hubTold: boolean; formerTold: boolean },
): void {
  db.prepare(
    `UPDATE standby SET code_hash = NULL, code_until = NULL, key_hash = NULL, url = NULL, promoted_at = @now,
       former_url = @url, former_hash = @hash, former_key = @key, next_password = @nextPassword,
       hub_told_at = @hubToldAt, former_told_at = @formerToldAt WHERE id = 1`,
  ).run({
    now,
    url: former.url,
    hash: former.hash,
    key: former.key,
    nextPassword: former.nextPassword,
    hubToldAt: former.hubTold ? now : null,
    formerToldAt: former.formerTold ? now : null,
  })
}

export function saveHubNotified({ db, now }: BoxTx): void {
  db.prepare("UPDATE standby SET hub_told_at = ? WHERE id = 1").run(now)
}

export function saveFormerNotified({ db, now }: BoxTx): void {
  db.prepare("UPDATE standby SET former_told_at = ? WHERE id = 1").run(now)
}
