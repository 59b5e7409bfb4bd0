/** One row of sync state per store. Every step locks it until the commit. */
import { type Insertable, type Selectable, sql } from "kysely"
import { type HubStoreState, newHubStoreState } from "../../protocol/sync/hub-side.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { createStatement } from "../../runtime/storage/statement.ts"
import type { SystemRead, SystemWrite, TenantWrite } from "../storage/index.ts"
import type { EnrolledStore } from "../tenants/index.ts"
import { type StoreLinkTable, type SyncDb, writing } from "./sync-tables.ts"

export interface StoredSyncState {
  readonly store: EnrolledStore
  readonly state: HubStoreState
}

const stateRow = createStatement((db: SyncDb, at: { storeId: string }) =>
  db.selectFrom("store_link").selectAll().where("store_id", "=", at.storeId),
)

const polledRow = createStatement((db: SyncDb, at: { storeId: string; after: number }) =>
  db
    .selectFrom("store_link")
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom("down_op").select("mark").where("store_id", "=", at.storeId).where("seq", "=", at.after).as("markAt"),
    )
    .where("store_id", "=", at.storeId),
)

const lockedRow = createStatement((db: SyncDb, at: { storeId: string }, dialect) =>
  dialect.forUpdate(db.selectFrom("store_link").selectAll().where("store_id", "=", at.storeId)),
)

export async function lockSyncState({ db }: SystemWrite, storeId: string): Promise<StoredSyncState | null> {
  const [row] = (await lockedRow(db, { storeId })).rows
  return row ? toSyncState(row) : null
}

/**
 * Locks the rows of stores until the commit, in one order everywhere. A step locks its store's row before it adds to the store's figures.
 * Whoever changes figures and appends to the log must lock the row first too: otherwise the two wait for each other.
 */
export async function lockStoreLogs({ system, dialect }: TenantWrite, storeIds: readonly string[]): Promise<void> {
  if (storeIds.length === 0) return
  const query = writing(system)
    .selectFrom("store_link")
    .select("store_id")
    .where("store_id", "in", [...storeIds])
  await dialect.forUpdate(query.orderBy("store_id")).execute()
}

/** `lockFirst` of jobs whose bodies name their store. */
export function lockStoreLogsOfJobs(
  tx: TenantWrite,
  jobs: readonly { readonly body: { readonly storeId: string } }[],
): Promise<void> {
  return lockStoreLogs(
    tx,
    jobs.map(({ body: { storeId } }) => storeId),
  )
}

/**
 * Saves when stores were last seen. Rows that somebody has locked are skipped: that step writes them. So are rows that another process has
 * updated since. A moment in the future was written by a clock that has been set back, and is replaced.
 */
export async function saveLastSeen({ db, now }: SystemWrite, dialect: Dialect, heardAt: ReadonlyMap<string, string>) {
  const { rows } = await unlockedStores(db, { list: dialect.listOf(heardAt.keys()) })
  const seen = rows.map(({ store_id: id }) => ({ id, at: heardAt.get(id) ?? null }))
  await lastSeenRows(db, { heard: JSON.stringify(seen), now })
}

const unlockedStores = createStatement((db: SyncDb, at: { list: unknown }, dialect) =>
  dialect.forUpdateSkipLocked(
    db.selectFrom("store_link").select("store_id").where(dialect.isAmong("store_id", at.list)),
  ),
)

const lastSeenRows = createStatement((_: SyncDb, at: { heard: string; now: string }, dialect) => {
  const columns = { id: "text", at: "text" } as const
  const rows = dialect.rowsAs("v", columns, at.heard)
  return sql`UPDATE store_link SET last_heard_at = v.at FROM ${rows} WHERE store_link.store_id = v.id
    AND (last_heard_at IS NULL OR last_heard_at < v.at OR last_heard_at > ${at.now})`
})

export async function readSyncState({ db }: SystemRead, storeId: string): Promise<StoredSyncState | null> {
  const [row] = (await stateRow(db, { storeId })).rows
  return row ? toSyncState(row) : null
}

/** The state of a store that polls, and the mark of its operation at `after`; null if that is not kept. */
export async function readPolled({ db }: SystemRead, storeId: string, after: number) {
  const [row] = (await polledRow(db, { storeId, after })).rows
  return row ? { line: toSyncState(row).state, markAt: row.markAt } : null
}

export async function insertSyncState(scope: SystemWrite, store: EnrolledStore): Promise<void> {
  await writing(scope)
    .insertInto("store_link")
    .values({ ...rowOf(newHubStoreState(store.storeId)), account_id: store.accountId, vendor_id: store.vendorId })
    .onConflict((conflict) => conflict.column("store_id").doNothing())
    .execute()
}

/** `before`: the stored row. Most messages change only when the store was last seen. */
export async function saveSyncState({ db }: SystemWrite, state: HubStoreState, before?: HubStoreState): Promise<void> {
  if (before && isOnlyLastSeen(before, state))
    await lastSeenRow(db, { storeId: state.storeId, heardAt: heardAtOf(state) })
  else await savedRow(db, rowOf(state))
}

/** Whether only `lastHeardAt` differs. */
export function isOnlyLastSeen(before: HubStoreState, state: HubStoreState): boolean {
  const parts = Object.keys(state) as (keyof HubStoreState)[]
  return parts.every((part) => part === "lastHeardAt" || before[part] === state[part])
}

const lastSeenRow = createStatement((db: SyncDb, at: { storeId: string; heardAt: string | null }) =>
  db.updateTable("store_link").set({ last_heard_at: at.heardAt }).where("store_id", "=", at.storeId),
)

const savedRow = createStatement((db: SyncDb, at: Row) => {
  const columns = (Object.keys(rowOf(newHubStoreState(""))) as (keyof Row)[]).filter((column) => column !== "store_id")
  const row = Object.fromEntries(columns.map((column) => [column, at[column]])) as Omit<Row, "store_id">
  return db.updateTable("store_link").set(row).where("store_id", "=", at.store_id)
})

/** Takes the next `count` numbers of a store's log and returns the last. The row stays locked until the commit, so numbers become visible in order. */
export async function takeDownSeq({ db }: SystemWrite, storeId: string, count = 1): Promise<number> {
  const [row] = (await nextDownSeq(db, { storeId, count })).rows
  if (row === undefined) throw new Error(`no box was claimed for store ${storeId}`)
  return row.down_head
}

const nextDownSeq = createStatement((db: SyncDb, at: { storeId: string; count: number }) =>
  db
    .updateTable("store_link")
    .set(({ eb }) => ({ down_head: eb("down_head", "+", at.count) }))
    .where("store_id", "=", at.storeId)
    .returning("down_head"),
)

type Row = Omit<Insertable<StoreLinkTable>, "account_id" | "vendor_id">

function rowOf(state: HubStoreState): Row {
  const { current } = state
  return {
    store_id: state.storeId,
    epoch: current?.epoch ?? null,
    applied: current?.applied ?? 0,
    mark: current?.mark ?? null,
    previous: current?.previous ? JSON.stringify(current.previous) : null,
    fenced: JSON.stringify(state.fenced),
    reset_epochs: JSON.stringify(state.resetEpochs),
    down_head: state.downHead,
    down_offered: state.downOffered,
    down_acked: state.downAcked,
    session: state.session,
    online: state.online ? 1 : 0,
    last_heard_at: heardAtOf(state),
    told_made: state.reported?.made ?? null,
    told_acked: state.reported?.acked ?? null,
  }
}

function heardAtOf({ lastHeardAt }: HubStoreState): string | null {
  return lastHeardAt === null ? null : new Date(lastHeardAt).toISOString()
}

export function toSyncState(row: Selectable<StoreLinkTable>): StoredSyncState {
  const previous = row.previous === null ? null : JSON.parse(row.previous)
  const current = row.epoch === null ? null : { epoch: row.epoch, applied: row.applied, mark: row.mark, previous }
  const state: HubStoreState = {
    storeId: row.store_id,
    current,
    fenced: JSON.parse(row.fenced),
    resetEpochs: JSON.parse(row.reset_epochs),
    downHead: row.down_head,
    downOffered: row.down_offered,
    downAcked: row.down_acked,
    session: row.session,
    online: row.online === 1,
    lastHeardAt: row.last_heard_at === null ? null : Date.parse(row.last_heard_at),
    reported: row.told_made === null ? null : { made: Number(row.told_made), acked: Number(row.told_acked ?? 0) },
  }
  return { store: { storeId: row.store_id, accountId: row.account_id, vendorId: row.vendor_id }, state: state }
}
