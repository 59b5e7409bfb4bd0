/** The box's line to its hub as a part of the process: claims the box if it has no store yet, then speaks to the hub. */
import { createClient } from "../../protocol/client/index.ts"
import type { Clock } from "../../protocol/runtime/clock.ts"
import type { Part } from "../../protocol/runtime/lifecycle.ts"
import type { Log } from "../../protocol/runtime/log.ts"
import type { HubAddress, Uplink } from "../sync/index.ts"
import { createAskHandOver } from "./ask-hand-over.ts"
import type { Credentials } from "./box-credential.ts"
import { claimBox, type ShowClaim } from "./claim-box.ts"

export interface HubPartParts {
  /** Null where the box has none, or speaks to the address that it was given when it was claimed. */
  readonly config: { readonly hub: string | null; readonly hubMqtt: string | null }
  readonly uplink: Pick<Uplink, "epoch" | "stop">
  /** Opens the line, now or as soon as it may stand. */
  readonly connect: (address: HubAddress) => Promise<void>
  readonly credentials: Credentials
  /** What must be settled with the hub before the line opens; ends without an answer when the signal says so. */
  readonly settle?: (signal: AbortSignal) => Promise<void>
  readonly version: string
  readonly clock: Clock
  readonly log: Log
  /** Shows a person the code that gives this box its store. */
  readonly showClaim: ShowClaim
}

/** Neither the claim nor the line is waited for, since selling needs no hub. */
export function hubPart(parts: HubPartParts): Part {
  let claiming: Promise<void> = Promise.resolve()
  return {
    name: "hub",
    start(signal) {
      claiming = enrol(parts, signal).catch((error) => parts.log.error({ err: error }, "the box could not be claimed"))
    },
    async stop() {
      await claiming
      await parts.uplink.stop()
    },
  }
}

async function enrol(parts: HubPartParts, signal: AbortSignal): Promise<void> {
  const { config, credentials } = parts
  await parts.settle?.(signal)
  const known = credentials.read() ?? (await claim(parts, signal))
  if (!known || signal.aborted) return
  const { storeId, password, mqttUrl } = known
  const { hub, hubMqtt } = config
  await parts.connect({
    url: hubMqtt ?? mqttUrl,
    storeId,
    credential: password,
    ...(hub && { handOver: createAskHandOver(createClient({ baseUrl: hub, key: null }), { storeId, password }) }),
  })
}

async function claim(
  { config, uplink, version, clock, log, credentials, showClaim }: HubPartParts,
  signal: AbortSignal,
) {
  const { hub, hubMqtt } = config
  if (!hub) {
    log.warn({}, "no hub is set (--hub or BRASA_HUB): a box that waits for its store gets its claim code from there")
    return null
  }
  const asked = { hub: createClient({ baseUrl: hub, key: null }), hubUrl: hub, hubMqtt, epoch: uplink.epoch(), version }
  const claimed = await claimBox({ ...asked, clock, log, show: showClaim }, signal)
  if (claimed) credentials.save(claimed)
  return claimed
}
