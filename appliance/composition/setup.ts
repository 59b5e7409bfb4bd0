/** Builds the setup page's routes with the box's printers, uplink and addresses. */
import packageJson from "../../package.json" with { type: "json" }
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { ApplianceConfig } from "../config.ts"
import type { Credentials, ShowClaim } from "../enrolment/index.ts"
import { readEmptyStart } from "../maintenance/index.ts"
import { createSetup, NETWORK } from "../maintenance/setup/index.ts"
import type { Printing } from "../printing/index.ts"
import type { BoxStore } from "../storage/index.ts"
import type { Uplink } from "../sync/index.ts"

interface BuiltSetup {
  readonly config: Pick<ApplianceConfig, "data" | "hub" | "hubMqtt">
  readonly store: BoxStore
  readonly ids: Ids
  readonly clock: Clock
  readonly printing: Printing
  readonly credentials: Pick<Credentials, "read">
  readonly uplink: Pick<Uplink, "status">
  readonly log: Log
  readonly lanUrl: () => string
  /** Shows the claim code in addition to page and paper; undefined logs it. */
  readonly showClaim: ShowClaim | undefined
}

export function buildSetup({ config, credentials, uplink, log, showClaim, ...parts }: BuiltSetup) {
  const setup = createSetup({
    ...parts,
    version: packageJson.version,
    hub: config.hub,
    begunAnew: readEmptyStart(config.data) !== null,
    probes: NETWORK,
    line: () => {
      const known = credentials.read()
      const { link, fenced, down } = uplink.status()
      const mqtt = config.hubMqtt ?? known?.mqttUrl ?? null
      return { mqtt, isLinked: link === "up", isClaimed: known !== null, isFenced: fenced, ...down }
    },
  })
  const show = showClaim ?? ((code, expiresAt) => log.info({ code, expiresAt }, "claim this box at the hub"))
  return {
    ...setup,
    showClaim(code: string, expiresAt: string) {
      setup.showClaim(code, expiresAt)
      return show(code, expiresAt)
    },
  }
}
