/** The dashboard's handlers for updates: the state of the rollout, halt or resume a ring, move a store. */
import type { haltRing, listRings, putIntoRing, RingState, readStoreRing } from "../../protocol/http/admin/updates.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { RING_DEFAULT } from "../../protocol/http/updates.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { compareVersions, readManifest } from "../../protocol/rules/updates/update-manifest.ts"
import type { HubStore, TenantRead } from "../storage/index.ts"
import { findStoreOfAccount } from "../tenants/index.ts"
import { accountOf, recordAudit, vendorsRequested } from "../users/index.ts"
import { newestFor, ringsIn } from "./newest-offer.ts"
import { type Offer, readOffers, ringOf, setRing } from "./offers-store.ts"
import { countVersions, type Halt, readHalts, readRunning, setHalt } from "./rollout-store.ts"

interface RolloutDeps {
  readonly store: HubStore
}

export const listRingsHandler =
  ({ store }: RolloutDeps): Handler<typeof listRings> =>
  async ({ query, caller }) => {
    const vendorIds = vendorsRequested(caller, query.vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    if (vendorIds.length === 0) return { status: 200, data: { rings: [] } }
    return store.read(accountOf(caller), async (scope) => {
      const offers = await readOffers(scope.system)
      const [counts, halts] = [await countVersions(scope, vendorIds), await readHalts(scope, vendorIds)]
      const names = new Set([
        RING_DEFAULT,
        ...offers.flatMap(({ manifest }) => ringsIn(manifest)),
        ...counts.map(({ ring }) => ring ?? RING_DEFAULT),
        ...halts.map(({ ring }) => ring),
      ])
      const rings = [...names].sort().map((ring) => faceOf(ring, { offers, counts, halts }))
      return { status: 200 as const, data: { rings } }
    })
  }

interface Known {
  readonly offers: readonly Offer[]
  readonly counts: Awaited<ReturnType<typeof countVersions>>
  readonly halts: readonly Halt[]
}

function faceOf(name: string, { offers, counts, halts }: Known): RingState {
  const offer = newestFor(offers, { ring: name, platform: null, upTo: null })
  const manifest = offer && readManifest(offer.manifest)
  const [haltedAt] = halts
    .filter(({ ring }) => ring === name)
    .map(({ haltedAt }) => haltedAt)
    .sort()
  return {
    ring: name,
    offer:
      offer && manifest && !("fault" in manifest)
        ? { version: offer.version, publishedAt: offer.publishedAt, expiresAt: manifest.expiresAt }
        : null,
    haltedAt: haltedAt ?? null,
    versions: counts
      .filter(({ ring }) => (ring ?? RING_DEFAULT) === name)
      .map(({ version, stores }) => ({ version, stores }))
      .sort((a, b) => compareVersions(b.version, a.version)),
  }
}

export const haltRingHandler =
  ({ store }: RolloutDeps): Handler<typeof haltRing> =>
  async ({ params: { ring }, body: { halted, vendorId }, caller }) => {
    const vendorIds = vendorsRequested(caller, vendorId)
    if (isRefusal(vendorIds)) return vendorIds
    return store.write(accountOf(caller), async (scope) => {
      await setHalt(scope, { vendorIds, ring, halted })
      const action = halted ? "updates.halt" : "updates.resume"
      await recordAudit(scope, { personId: caller.personId, action, subject: ring, detail: { vendorIds }, vendorIds })
      return { status: 200 as const, data: { ring, halted } }
    })
  }

export const readStoreRingHandler =
  ({ store }: RolloutDeps): Handler<typeof readStoreRing> =>
  async ({ params, caller }) =>
    store.read(accountOf(caller), async (scope) => {
      const place = await seenStore(scope, caller, params.storeId)
      return isRefusal(place) ? place : { status: 200 as const, data: await ringFaceOf(scope, place.id) }
    })

export const putIntoRingHandler =
  ({ store }: RolloutDeps): Handler<typeof putIntoRing> =>
  async ({ params, body: { ring }, caller }) =>
    store.write(accountOf(caller), async (scope) => {
      const place = await seenStore(scope, caller, params.storeId)
      if (isRefusal(place)) return place
      await setRing(scope.system, place.id, ring)
      const deed = {
        action: "updates.ring" as const,
        subject: place.code ?? place.name,
        detail: { storeId: place.id, ring },
      }
      await recordAudit(scope, { personId: caller.personId, ...deed, vendorIds: [place.vendorId] })
      return { status: 200 as const, data: await ringFaceOf(scope, place.id) }
    })

async function ringFaceOf({ system }: TenantRead, storeId: string) {
  const [ring, running] = [await ringOf(system, storeId), await readRunning(system, storeId)]
  return { storeId, ring: ring ?? RING_DEFAULT, running: running?.version ?? null }
}

interface VisibleStore {
  readonly id: string
  readonly code: string | null
  readonly name: string
  readonly vendorId: string
}

async function seenStore(
  scope: TenantRead,
  { vendorIds }: UserCaller,
  storeId: string,
): Promise<VisibleStore | Refusal<"NOT_FOUND">> {
  const place = await findStoreOfAccount(scope, storeId.toLowerCase())
  if (!place || !vendorIds.includes(place.vendorId)) return refuse("NOT_FOUND", `There is no store ${storeId}.`)
  return place
}
