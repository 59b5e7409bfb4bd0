/** Builds the updates with the hub, and with what makes an update wait: open orders, print jobs, payments in doubt. */
import packageJson from "../../package.json" with { type: "json" }
import { createClient } from "../../protocol/client/index.ts"
import { queryUpdate } from "../../protocol/http/updates.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { ApplianceConfig } from "../config.ts"
import type { Credentials } from "../enrolment/index.ts"
import { createUpdates, type QueryHub, type Updates } from "../maintenance/updates/index.ts"
import { countAllOpenOrders } from "../orders/store/index.ts"
import { listOrdersInDoubt, listPaymentsInDoubt } from "../payments/index.ts"
import type { Printing } from "../printing/index.ts"
import type { BoxStore } from "../storage/index.ts"

/** The state directory of the installed updater, which only root can write. */
const UPDATER_STATE = "/var/lib/brasa-updater"

interface BuiltUpdates {
  readonly config: Pick<ApplianceConfig, "data" | "hub" | "releaseKeys" | "updaterState">
  readonly store: BoxStore
  readonly clock: Clock
  readonly log: Log
  readonly credentials: Pick<Credentials, "read">
  readonly printing: Pick<Printing, "status">
  readonly record: RecordAudit
}

export function buildUpdates({ config, credentials, printing, ...parts }: BuiltUpdates): Updates {
  return createUpdates({
    ...parts,
    version: packageJson.version,
    platform: `${process.platform}-${process.arch}`,
    data: config.data,
    keys: config.releaseKeys ?? null,
    updaterState: config.updaterState ?? UPDATER_STATE,
    ask: createQueryHub(config.hub, credentials),
    busy: (tx) => ({
      openOrders: countAllOpenOrders(tx),
      waitingPrints: printing.status().reduce((all, { queued }) => all + queued, 0),
      paymentsInDoubt: listOrdersInDoubt(tx).length + listPaymentsInDoubt(tx).length,
    }),
    chance: Math.random,
  })
}

function createQueryHub(hubUrl: string | null, credentials: Pick<Credentials, "read">): QueryHub {
  if (hubUrl === null) return async () => null
  const hub = createClient({ baseUrl: hubUrl, key: null })
  return async (asked) => {
    const known = credentials.read()
    if (!known) return null
    const { storeId, password } = known
    const answer = await hub.call(queryUpdate, { body: { storeId, password, ...asked } })
    return answer.ok ? answer.data : null
  }
}
