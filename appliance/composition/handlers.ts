/** Builds the context of all handlers, and the handlers that the uplink runs. */
import packageJson from "../../package.json" with { type: "json" }
import { withScreenNotices } from "../broker/index.ts"
import { countPairingAttempts } from "../devices/index.ts"
import { createHashPin } from "../staff/index.ts"
import { createApplyOp, createExecute, type SharedHandlers } from "../sync-handlers/index.ts"
import type { BoxConnections, ConnectionHandlers } from "./connections.ts"
import type { Watch } from "./monitoring.ts"
import type { BoxData } from "./open-data.ts"
import { type BoxContext, sharedHandlers } from "./shared-handlers.ts"

interface ContextDeps extends Pick<BoxContext, "updates" | "standby" | "setup" | "onMenu"> {
  readonly data: BoxData
  readonly line: BoxConnections
  readonly watch: Watch
  readonly startedAt: string
  readonly lanUrl: () => string
  /** Called when the box gets its store or a new configuration. */
  readonly onConfig: () => void
}

export interface BoxHandlers extends ConnectionHandlers {
  readonly context: BoxContext
  readonly shared: SharedHandlers
}

export function buildHandlers(deps: ContextDeps): BoxHandlers {
  const { data, line } = deps
  const { validator, ids, log } = data
  const { outbox, record, onTickets, broker } = line
  const context: BoxContext = buildContext(deps, (tx, op) => applyOp(tx, op))
  const shared = sharedHandlers(context)
  const applyHubOp = createApplyOp({
    validator,
    isOnline: context.isOnline,
    agrees: context.agrees,
    ids,
    log,
    outbox,
    hubNow: context.hubNow,
    onConfig: deps.onConfig,
    onMenu: deps.onMenu,
    onTickets,
    record,
  })
  const applyOp = withScreenNotices(applyHubOp, broker.notify)
  return { context, shared, applyOp, execute: createExecute({ handlers: shared, validator }) }
}

function buildContext(deps: ContextDeps, takeIn: BoxContext["takeIn"]): BoxContext {
  const { data, line, watch, onMenu, updates, standby, setup } = deps
  const { store, ids, log, credentials } = data
  const { uplink, outbox, printing, record, broker, onTickets } = line
  const isClaimed = () => credentials.read() !== null
  return {
    store,
    ids,
    log,
    outbox,
    printing,
    hubLink() {
      const { link, fenced, unsent, lastAckAt } = uplink.status()
      return { claimed: isClaimed(), link, replaced: fenced, unsent, lastAckAt }
    },
    onHealthNews: () => watch.health.onNews(),
    sealKey: () => credentials.read()?.sealKey ?? null,
    isOnline: () => uplink.standing().link === "up",
    hubNow() {
      const { hubTime } = uplink.standing()
      return hubTime === null ? null : new Date(hubTime).toISOString()
    },
    onMenu,
    onOrders: (tx) => tx.afterCommit(() => broker.notify("orders")),
    onTickets,
    agrees: () => uplink.standing().agreed,
    manage: {
      line: uplink.status,
      isClaimed,
      version: packageJson.version,
      startedAt: deps.startedAt,
      care: watch.care.state,
      bundle: watch.care.bundle,
    },
    takeIn,
    record,
    updates,
    standby,
    setup,
    people: staffContext(deps),
  }
}

function staffContext({ data, line, lanUrl }: ContextDeps): BoxContext["people"] {
  const { presence, drill, broker, onDevices } = line
  return {
    presence,
    drill,
    hashPin: createHashPin(data.secretKey),
    codeTries: countPairingAttempts(data.clock),
    lanUrl,
    disconnect: (deviceId) => broker.disconnect(deviceId),
    onDevices,
    onStaff: () => broker.notify("staff"),
  }
}
