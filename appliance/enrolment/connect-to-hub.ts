/** The part of the process that connects to the hub. It claims the box first if it has no store yet. */
import { setTimeout as pause } from "node:timers/promises"
import { createClient } from "../../protocol/client/index.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import type { Log } from "../../runtime/log.ts"
import type { HubAddress, Uplink } from "../sync/index.ts"
import type { BoxCredential, Credentials } from "./box-credential.ts"
import { claimBox, type ShowClaim } from "./claim-box.ts"
import { createRequestLeftoverSync } from "./request-leftover-sync.ts"

/** The wait after a failed write, for example on a full disk. */
const AGAIN_MS = 5_000

interface HubConnectionDeps {
  /** Null without a hub, or when the box uses the address from its claim. */
  readonly config: { readonly hub: string | null; readonly hubMqtt: string | null }
  readonly uplink: Pick<Uplink, "epoch" | "stop">
  /** Connects now, or as soon as it is allowed. */
  readonly connect: (address: HubAddress) => Promise<void>
  readonly credentials: Credentials
  /** Runs before the connection opens; ends without a result when the signal is aborted. */
  readonly settle?: (signal: AbortSignal) => Promise<void>
  readonly version: string
  readonly log: Log
  /** Shows the claim code. */
  readonly showClaim: ShowClaim
  /** The wait after a failure; tests wait less. */
  readonly againMs?: number
}

/** The start waits neither for the claim nor for the connection, because selling needs no hub. */
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

/** Repeats a failed write until it succeeds, because the connection would otherwise not open before the next start. */
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

/** The credential of the claim in this start, kept so that nobody has to type a code twice. */
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
