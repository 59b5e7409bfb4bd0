/** The box's line to its hub as a part of the process: claims the box if it has no store yet, then speaks to the hub. */
import { setTimeout as pause } from "node:timers/promises"
import { createClient } from "../../protocol/client/index.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubAddress, Uplink } from "../sync/index.ts"
import type { BoxCredential, Credentials } from "./box-credential.ts"
import { claimBox, type ShowClaim } from "./claim-box.ts"
import { createRequestLeftoverSync } from "./request-leftover-sync.ts"

/** A disk that took nothing may have room by then. */
const AGAIN_MS = 5_000

export interface HubConnectionDeps {
  /** Null where the box has none, or speaks to the address that it was given when it was claimed. */
  readonly config: { readonly hub: string | null; readonly hubMqtt: string | null }
  readonly uplink: Pick<Uplink, "epoch" | "stop">
  /** Opens the line, now or as soon as it may stand. */
  readonly connect: (address: HubAddress) => Promise<void>
  readonly credentials: Credentials
  /** What must be settled with the hub before the line opens; ends without an answer when the signal says so. */
  readonly settle?: (signal: AbortSignal) => Promise<void>
  readonly version: string
  readonly log: Log
  /** Shows a person the code that gives this box its store. */
  readonly showClaim: ShowClaim
  /** After a fault; tests wait less. */
  readonly againMs?: number
}

/** Neither the claim nor the line is waited for, since selling needs no hub. */
export function connectToHub(deps: HubConnectionDeps): Part {
  let claiming: Promise<void> = Promise.resolve()
  return {
    name: "hub",
    start(signal) {
      claiming = enrolAtLast(deps, signal)
    },
    async stop() {
      await claiming
      await deps.uplink.stop()
    },
  }
}

/** What the disk did not take is done again until it does: a line that is not opened now would not be opened before the next start. */
async function enrolAtLast(deps: HubConnectionDeps, signal: AbortSignal): Promise<void> {
  const claimed: Claimed = { credential: null }
  while (!signal.aborted) {
    try {
      return await enrol(deps, claimed, signal)
    } catch (error) {
      deps.log.error({ err: error }, "the line to the hub could not be opened; it is tried again")
      await pause(deps.againMs ?? AGAIN_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Of this start: nobody types a code a second time. */
interface Claimed {
  credential: BoxCredential | null
}

async function enrol(deps: HubConnectionDeps, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const { config, credentials } = deps
  await deps.settle?.(signal)
  if (credentials.read() === null) {
    claimed.credential ??= await claim(deps, signal)
    if (claimed.credential) credentials.save(claimed.credential)
  }
  const known = credentials.read()
  if (!known || signal.aborted) return
  const { storeId, password, mqttUrl } = known
  const { hub, hubMqtt } = config
  await deps.connect({
    url: hubMqtt ?? mqttUrl,
    storeId,
    credential: password,
    ...(hub && {
      handOver: createRequestLeftoverSync(createClient({ baseUrl: hub, key: null }), { storeId, password }),
    }),
  })
}

async function claim({ config, uplink, version, log, showClaim }: HubConnectionDeps, signal: AbortSignal) {
  const { hub, hubMqtt } = config
  if (!hub) {
    log.warn({}, "no hub is set (--hub or BRASA_HUB): a box that waits for its store gets its claim code from there")
    return null
  }
  const asked = { hub: createClient({ baseUrl: hub, key: null }), hubUrl: hub, hubMqtt, epoch: uplink.epoch(), version }
  return claimBox({ ...asked, log, show: showClaim }, signal)
}
