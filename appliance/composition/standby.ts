/** Builds the standby's routes and peers with the box's database log, uplink and credentials. */
import packageJson from "../../package.json" with { type: "json" }
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { SqliteDatabase } from "../../runtime/storage/sqlite.ts"
import type { RecordAudit } from "../audit/index.ts"
import { readConfig } from "../catalog/index.ts"
import type { ApplianceConfig } from "../config.ts"
import type { Credentials } from "../enrolment/index.ts"
import {
  createLogShipper,
  createPeers,
  type LogShipper,
  readStandby,
  type ServingStandby,
  standbyRoutes,
} from "../standby/index.ts"
import type { BoxStore } from "../storage/index.ts"
import type { Uplink } from "../sync/index.ts"

interface BuiltStandby {
  readonly shipping: LogShipper
  readonly ids: Ids
  readonly store: BoxStore
  readonly log: Log
  readonly secretKey: Buffer
  readonly credentials: Credentials
  readonly record: RecordAudit
  readonly uplink: Pick<Uplink, "fence" | "status">
  readonly tries: ServingStandby["tries"]
  readonly config: Pick<ApplianceConfig, "hub">
}

/** Must run before anything checkpoints the database's log. */
export function createShipping(db: SqliteDatabase, ids: Ids): LogShipper {
  const shipping = createLogShipper(db, ids)
  if (readStandby({ db }).keyHash !== null) shipping.begin()
  return shipping
}

export function buildStandby({ uplink, config, ...parts }: BuiltStandby) {
  const { fence, status } = uplink
  const routes = standbyRoutes({
    ...parts,
    fence,
    version: packageJson.version,
    storeName: (tx) => readConfig(tx)?.store.name ?? "",
  })
  const peers = createPeers({
    ...parts,
    hub: config.hub,
    fence,
    isFenced: () => status().fenced,
    epoch: () => status().epoch,
  })
  return { routes, peers, stop: parts.shipping.stop }
}
