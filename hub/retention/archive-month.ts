/** Archives one month of a vendor: writes a file, reads it back, and only then deletes the orders, a few at a time. It may be interrupted anywhere. */
import { randomUUID } from "node:crypto"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { addDays, toMs } from "../../protocol/time.ts"
import type { HubStore, Tenant, TenantRead } from "../storage/index.ts"
import { type ArchiveCounts, ArchiveRefused, openArchive, readArchive } from "./archive-file.ts"
import {
  type ArchivedOrder,
  beginPart,
  busyOrders,
  dropOrders,
  findOpenPart,
  type Part,
  readPage,
  savePart,
  takePart,
  withParts,
} from "./archive-store.ts"

/** Orders per page of reading. */
const PAGE_MAX = 500
/** Orders per transaction. The hub's requests wait as long as one takes. */
const DROP_MAX = 100
/** The pause between two transactions, for the hub's requests. */
const BETWEEN_DROPS_MS = 20
/** An order that changed after this stays for a later part. */
const QUIET_DAYS = 31
/** A process that has not renewed its part for so long is gone. */
const CLAIM_MS = 5 * 60_000
const RENEW_MS = 60_000
const SHORT_ID = 8

export interface ArchiveDeps {
  readonly store: HubStore
  readonly dir: string
  /** Stops between two steps. The next run deletes the rest. */
  readonly isOver?: () => boolean
}

export interface ArchivedMonth {
  readonly tenant: Tenant
  readonly month: string
  /** Null when no order of the month could be archived. */
  readonly file: string | null
  readonly counts: ArchiveCounts
  readonly dropped: number
  /** Orders that stay: open, changed recently, or with money or a document under way. */
  readonly stayed: number
}

/** Null while another process archives it. */
export async function archiveMonth(deps: ArchiveDeps, tenant: Tenant, month: string): Promise<ArchivedMonth | null> {
  const { store, dir } = deps
  const open = await store.read(tenant, async (scope) => {
    const found = await findOpenPart(scope, month)
    return found && { ...found, isHeld: toMs(scope.now) - toMs(found.claimedAt) < CLAIM_MS }
  })
  if (open?.isHeld) return null
  const claim = randomUUID()
  if (open) {
    if (!(await store.write(tenant, (tx) => takePart(tx, open, claim)))) return null
    if (open.sha256 !== null) return dropMonth(deps, tenant, { ...open, claim })
    for (const left of [open.file, `${open.file}.making`]) rmSync(join(dir, left), { force: true })
  }
  mkdirSync(dir, { recursive: true })
  const file = (part: number) => `${tenant.vendorId}-${month}-${part}-${claim.slice(0, SHORT_ID)}.ndjson.gz`
  const begun = await store.write(tenant, (tx) => beginPart(tx, month, { claim, file }))
  if (!begun) return null
  const part = { ...begun, claimedAt: begun.claimed_at }
  const { counts, stayed } = await writeMonth(deps, tenant, part)
  if (counts.orders === 0) {
    await store.write(tenant, (tx) => takePart(tx, part, claim))
    return { tenant, month, file: null, counts, dropped: 0, stayed }
  }
  const isMine = await store.write(tenant, (tx) =>
    savePart(tx, part, { sha256: counts.sha256, orders: counts.orders, stayed, written_at: tx.now }),
  )
  return isMine ? dropMonth(deps, tenant, { ...part, sha256: counts.sha256, orders: counts.orders, stayed }) : null
}

async function writeMonth({ store, dir, isOver }: ArchiveDeps, tenant: Tenant, part: Part) {
  const { month } = part
  const { busy, now } = await store.read(tenant, async (scope) => ({ busy: await busyOrders(scope), now: scope.now }))
  const quietSince = new Date(toMs(now) - QUIET_DAYS * 86_400_000).toISOString()
  const mayGo = ({ order }: ArchivedOrder) =>
    order.status !== "OPEN" && order.updated_at < quietSince && !busy.has(order.external_id)
  const path = join(dir, part.file)
  const writer = openArchive(path, { ...tenant, month, part: part.part, writtenAt: now })
  const renew = renewing(store, tenant, part)
  let stayed = 0
  try {
    for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) {
      for await (const page of pagesOf(store, tenant, day)) {
        if (isOver?.()) throw new ArchiveRefused(`${month} of ${tenant.vendorId} was not archived: asked to stop`)
        await renew()
        const going = page.filter(mayGo)
        stayed += page.length - going.length
        await writer.add(going)
      }
    }
    const counts = await writer.end()
    if (counts.orders > 0) await readBack(path, counts)
    else rmSync(path)
    return { counts, stayed }
  } catch (error) {
    writer.abandon()
    throw error
  }
}

async function* pagesOf(store: HubStore, tenant: Tenant, day: string): AsyncGenerator<ArchivedOrder[]> {
  let after: { createdAt: string; orderId: string } | null = null
  for (;;) {
    const asked = { day, after, limit: PAGE_MAX }
    const page: ArchivedOrder[] = await store.read(tenant, async (scope: TenantRead) =>
      withParts(scope, await readPage(scope, asked)),
    )
    if (page.length > 0) yield page
    const last = page.at(-1)?.order
    if (!last || page.length < PAGE_MAX) return
    after = { createdAt: last.created_at, orderId: last.order_id }
  }
}

async function readBack(path: string, counts: Pick<ArchiveCounts, "sha256">): Promise<ArchiveCounts> {
  const { counts: found } = await readArchive(path)
  if (found.sha256 !== counts.sha256) throw new ArchiveRefused(`${path} is not as it was written`)
  return found
}

/** Deletes the orders of the file that have not changed since it was written. */
async function dropMonth(
  { store, dir, isOver }: ArchiveDeps,
  tenant: Tenant,
  part: Part,
): Promise<ArchivedMonth | null> {
  const { month, stayed, sha256 } = part
  const path = join(dir, part.file)
  const counts = await readBack(path, { sha256: sha256 ?? "" })
  const renew = renewing(store, tenant, part)
  let waiting: { id: string; version: number }[] = []
  let dropped = 0
  const dropWaiting = async () => {
    if (isOver?.())
      throw new ArchiveRefused(`${month} of ${tenant.vendorId} is written and not all dropped: asked to stop`)
    const some = waiting
    waiting = []
    await renew()
    if (some.length > 0) dropped += await store.write(tenant, (tx) => dropOrders(tx, month, some))
    await pause(BETWEEN_DROPS_MS)
  }
  await readArchive(path, async ({ order }) => {
    waiting.push({ id: order.order_id, version: order.version })
    if (waiting.length >= DROP_MAX) await dropWaiting()
  })
  await dropWaiting()
  await store.write(tenant, (tx) => savePart(tx, part, { dropped_at: tx.now }))
  return { tenant, month, file: path, counts, dropped, stayed }
}

/** Renews the lease of the part; throws when another process has taken it over. */
function renewing(store: HubStore, tenant: Tenant, part: Part): () => Promise<void> {
  let saidAt = performance.now()
  return async () => {
    if (performance.now() - saidAt < RENEW_MS) return
    saidAt = performance.now()
    const isMine = await store.write(tenant, (tx) => savePart(tx, part, {}))
    if (!isMine) throw new ArchiveRefused(`another process has taken over ${part.month} of ${tenant.vendorId}`)
  }
}
