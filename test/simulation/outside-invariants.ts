/** The invariants of what leaves the machines: numbers on paper, and events. */
import type { HubStore } from "../../hub/storage/index.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { assert } from "./assert.ts"
import type { Estate } from "./estate.ts"
import { faultOf, numberOf, tenantOf } from "./fiscal-work.ts"
import { query } from "./hub-disk.ts"
import { endpointsOf, isNotified } from "./hub-rooms.ts"

/**
 * Group 6: no number twice, whatever befell a store's boxes; and none without a record where nothing did. A hub that forgot its own numbers is
 * not asked for them.
 */
export async function assertNumbers(estate: Estate, store: HubStore): Promise<void> {
  const rows = await store.system.read((scope) => query<{ record: string }>(scope, "SELECT record FROM fiscal_request"))
  const kept = rows.map(({ record }) => JSON.parse(record) as FiscalRecord)
  const isOpen = (storeId: string) => (estate.upheavals.get(storeId) ?? []).length > 0 || estate.upheavals.has("hub")
  const drawn = estate.storeIds
    .filter((id) => !isOpen(id))
    .flatMap((id) => estate.boxesOf(id)[0]?.read.documents() ?? [])
    .filter(({ side }) => side === "appliance")
  const ownOfHub = estate.upheavals.has("hub") ? [] : kept.filter(({ side }) => side === "hub")
  const fault = faultOf([...drawn, ...ownOfHub])
  assert(fault === null, fault ?? "")
  const given = kept.filter(({ requestStatus }) => requestStatus === "GENERATED").map(numberOf)
  assert(new Set(given).size === given.length, "the hub keeps one number twice")
  for (const storeId of estate.storeIds) assertUnique(estate, storeId)
}

/** No number stands on the papers of two guests, whatever befell the boxes of a store, and whatever the hub says to the second one. */
function assertUnique({ ledger }: Estate, storeId: string): void {
  const given = new Map<string, number>()
  for (const { uid, documentNumber } of ledger.livesOf(storeId).flatMap((life) => ledger.ofLife(life))) {
    if (documentNumber === null) continue
    const first = given.get(documentNumber)
    assert(first === undefined, `the number ${documentNumber} of sale ${first} was given again to ${uid}`)
    given.set(documentNumber, uid)
  }
}

/** Group 4: each event of a sale that stands at the hub reached its tenant's endpoint and nobody else, and is not sent any more. */
export async function assertDelivered(estate: Estate, store: HubStore): Promise<void> {
  if (estate.upheavals.has("hub")) return
  const { receivers, storeIds } = estate
  for (const accountId of new Set(storeIds.map((storeId) => tenantOf(storeId).accountId))) {
    const [all, menus] = endpointsOf(accountId).map(({ url }) => receivers.heardAt(url))
    const text = "SELECT uid FROM sim_sale WHERE account_id = ?"
    const sold = (await store.system.read((scope) => query<{ uid: number }>(scope, text, accountId))).filter(isNotified)
    const heard = [...(all?.bodies.values() ?? [])].filter(({ data }) => data.uid !== undefined)
    const told = new Set(heard.map(({ data }) => data.uid))
    assert(
      heard.every((said) => said.accountId === accountId),
      `${accountId} heard of another tenant's sale`,
    )
    const untold = sold.find(({ uid }) => !told.has(uid))
    assert(!untold, `nobody was told of sale ${untold?.uid}`)
    const real = new Set(sold.map(({ uid }) => uid))
    const unreal = [...told].find((uid) => !real.has(uid))
    assert(unreal === undefined, `${accountId} was told of sale ${unreal}, which the hub does not have`)
    assert(told.size === heard.length, `${accountId} was told of one sale by two events`)
    assert(menus?.bodies.size === 0, `${accountId} was told what it did not ask for`)
    assertNoRepeat(estate, all?.answered ?? new Map())
  }
}

/** Sent again only where a process or its disk failed between the answer and the commit. */
function assertNoRepeat({ world }: Estate, answered: ReadonlyMap<string, number>): void {
  const faults = ["hub crash before commit", "hub crash after commit", "hub disk full", "hub clock jump"] as const
  if (faults.some((fault) => (world.seen.get(fault) ?? 0) > 0)) return
  const twice = [...answered].find(([, times]) => times > 1)
  assert(!twice, `event ${twice?.[0]} was sent again after it had been taken`)
}
