/** Two boxes of one store may both be on. The one that was replaced learns it from the other, with or without the hub. */
import { randomBytes } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { createClient } from "../../protocol/client/index.ts"
import { acceptPromotion } from "../../protocol/http/enrolment.ts"
import { queryPeer, stepDown } from "../../protocol/http/standby.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import { unseal } from "../../runtime/secrets.ts"
import type { Credentials } from "../enrolment/index.ts"
import type { BoxStore } from "../storage/index.ts"
import { KEY_SEAL_CONTEXT, PASSWORD_SEAL_CONTEXT } from "./promote.ts"
import { proofOf } from "./shared-secret.ts"
import { readStandby, saveFormerNotified, saveHubNotified } from "./standby-store.ts"

const LOOK_EVERY_MS = 5_000
const HUB_AWAY_WAIT_MS = 2_000
/** A peer on the LAN answers at once or is off. A starting box waits no longer before it sells. */
const PATIENCE_MS = 1_500

interface PeerDeps {
  readonly store: BoxStore
  readonly secretKey: Buffer
  readonly credentials: Credentials
  readonly hub: string | null
  readonly isFenced: () => boolean
  readonly fence: () => void
  readonly epoch: () => string
  readonly log: Log
}

interface Peers extends Part {
  /** Called before the box connects to the hub: a promoted box gets its own credential there first. */
  settle(signal: AbortSignal): Promise<void>
}

export function createPeers(deps: PeerDeps): Peers {
  const look = async () => {
    if (!deps.isFenced() && (await hasBeenOvertaken(deps))) {
      deps.fence()
      deps.log.warn("the box that stood by speaks for this store now; this one sells nothing more")
    }
    await tellFormer(deps)
  }
  const whenFailed = "the answer of the store's other box could not be saved; it is asked again"
  const { round, start, stop } = repeat({ name: "peers", everyMs: LOOK_EVERY_MS, log: deps.log, whenFailed }, look)
  return {
    name: "peers",
    async start() {
      await round()
      start()
    },
    stop,
    settle: (signal) => tellHub(deps, signal),
  }
}

/** An answer counts only with its proof, because another machine may have the address now. */
async function hasBeenOvertaken({ store }: PeerDeps): Promise<boolean> {
  const { keyHash, url } = store.read(readStandby)
  if (keyHash === null || url === null) return false
  const nonce = randomBytes(24).toString("base64url")
  const peer = createClient({ baseUrl: url, key: null, timeoutMs: PATIENCE_MS })
  const answer = await peer.call(queryPeer, { body: { nonce } })
  return answer.ok && answer.data.promotedAt !== null && answer.data.proof === proofOf(keyHash, nonce)
}

async function tellFormer({ store, secretKey }: PeerDeps): Promise<void> {
  const { promotedAt, formerToldAt, formerUrl, formerKey } = store.read(readStandby)
  if (promotedAt === null || formerToldAt !== null || formerUrl === null || formerKey === null) return
  const former = createClient({ baseUrl: formerUrl, key: null, timeoutMs: PATIENCE_MS })
  const answer = await former.call(stepDown, { body: { key: unseal(formerKey, secretKey, KEY_SEAL_CONTEXT) } })
  if (answer.ok) store.write(saveFormerNotified)
}

async function tellHub({ store, secretKey, credentials, hub, epoch, log }: PeerDeps, signal: AbortSignal) {
  const { promotedAt, hubToldAt, nextPassword } = store.read(readStandby)
  const known = credentials.read()
  if (promotedAt === null || hubToldAt !== null || nextPassword === null || !known || hub === null) return
  const client = createClient({ baseUrl: hub, key: null })
  const password = unseal(nextPassword, secretKey, PASSWORD_SEAL_CONTEXT)
  const body = { storeId: known.storeId, password: known.password, next: { password, epoch: epoch() } }
  while (!signal.aborted) {
    const answer = await client.call(acceptPromotion, { body })
    if (answer.ok) {
      store.write((tx) => {
        credentials.save({ ...known, password })
        saveHubNotified(tx)
      })
      return
    }
    if (!answer.offline && answer.status === 404) {
      // Another box was claimed meanwhile, and the old credential is refused.
      log.error("the hub knows another box of this store")
      return
    }
    await pause(HUB_AWAY_WAIT_MS, undefined, { signal }).catch(() => undefined)
  }
}
