/** Builds what watches the box: maintenance, health reports, and the stock's timer. */
import packageJson from "../../package.json" with { type: "json" }
import { createStockWatch } from "../catalog/index.ts"
import type { ApplianceConfig } from "../config.ts"
import { createRelay, type Relay } from "../health/index.ts"
import { createMaintenance, type DiskRoom, type Maintenance } from "../maintenance/index.ts"
import { hasManyWrongPins } from "../staff/index.ts"
import type { BoxConnections } from "./connections.ts"
import type { BoxData } from "./open-data.ts"

interface MonitoringDeps {
  readonly config: ApplianceConfig
  readonly options: { readonly clock?: BoxData["clock"]; readonly room?: () => DiskRoom }
  readonly onMenu: () => void
  readonly startedAt: string
}

export interface Watch {
  readonly care: Maintenance
  readonly health: Relay
  readonly stock: ReturnType<typeof createStockWatch>
}

export function startMonitoring(
  data: BoxData,
  connections: BoxConnections,
  { config, options, onMenu, startedAt }: MonitoringDeps,
): Watch {
  const { store, clock, log, checkpoints, repaired } = data
  const { uplink, printing, outbox, record, broker } = connections
  const onChange = () => void [broker.notify("hub"), health.onNews()]
  const around = { config, options, store, clock, checkpoints, repaired, uplink, printing, onChange }
  const maintenance = createMaintenance({ ...around, log, record })
  const health = createRelay({
    store,
    outbox,
    clock,
    log,
    version: packageJson.version,
    startedAt,
    line: uplink.status,
    printers: printing.status,
    maintenance,
    hasManyWrongPins: () => store.read(hasManyWrongPins),
  })
  return { care: maintenance, health, stock: createStockWatch({ store, clock, log, onMenu }) }
}
