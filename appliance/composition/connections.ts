/** The box's connections: the broker for screens, the uplink to the hub with its outbox, and the printers. */
import { localeOf } from "../../protocol/print/print-documents.ts"
import { createRecordAudit, type RecordAudit } from "../audit/index.ts"
import { createLanBroker, type LanBroker, withChangeNotices } from "../broker/index.ts"
import { readConfig } from "../catalog/index.ts"
import type { ApplianceConfig } from "../config.ts"
import { createPresence, findDeviceKey, type Presence } from "../devices/index.ts"
import { planSkips, waitForSequences } from "../fiscal/index.ts"
import { recordScreenActivity } from "../health/index.ts"
import { withTickets } from "../kitchen/index.ts"
import { createOutageTest, type OutageTest } from "../maintenance/outage-test/index.ts"
import { withKitchenTickets } from "../printing/documents/index.ts"
import { createPrinting, type Printing, pageOf } from "../printing/index.ts"
import type { NumberedOutbox } from "../storage/index.ts"
import {
  type ApplyOperation,
  createUplink,
  type Execute,
  newestAt,
  type Uplink,
  waitForRestore,
} from "../sync/index.ts"
import type { BoxData } from "./open-data.ts"

/** Handlers that the uplink runs. They record into its outbox, so it gets them as a function, after both are built. */
export interface ConnectionHandlers {
  readonly applyOp: ApplyOperation
  readonly execute: Execute
}

export interface BoxConnections {
  readonly broker: LanBroker
  readonly presence: Presence
  readonly printing: Printing
  readonly uplink: Uplink
  readonly outbox: NumberedOutbox
  readonly record: RecordAudit
  readonly drill: OutageTest
  readonly onTickets: () => void
  readonly onDevices: () => void
}

export function openConnections(
  data: BoxData,
  config: ApplianceConfig,
  handling: () => ConnectionHandlers,
): BoxConnections {
  const { store, clock, ids, log, rateLimiter } = data
  const broker = createLanBroker({
    deviceOf: (key) => store.read((tx) => findDeviceKey(tx, key)),
    onBeat: (deviceId, beat) => presence.onHeartbeat(deviceId, beat),
    host: config.host,
    port: config.mqttPort,
    boot: ids.hex12(),
    labels: { ids, rateLimiter },
    log,
  })
  const onDevices = () => broker.notify("devices")
  const onTickets = () => broker.notify("tickets")
  const presence = createPresence({ store, clock, onChange: onDevices, onAlive: recordScreenActivity })
  const printing = buildPrinting(data, config, broker)
  const uplink = createUplink({
    store,
    ids,
    log,
    journal: data.journal,
    applyDown: (tx, op) => handling().applyOp(tx, op),
    execute: (tx, command) => handling().execute(tx, command),
    chance: Math.random,
    onEpoch: (tx, epoch, parting) => {
      if (parting === "diverged") planSkips(tx, newestAt(tx.db))
      waitForSequences(tx, epoch)
      waitForRestore(tx, epoch)
    },
    onStatus: () => broker.notify("hub"),
  })
  const papers = withTickets(withKitchenTickets(uplink.outbox, { ids, printing }), onTickets)
  const outbox = withChangeNotices(papers, broker.notify)
  const record = createRecordAudit({ ids, outbox })
  const drill = createOutageTest({ store, clock, log, uplink, record, onChange: () => broker.notify("drill") })
  return { broker, presence, printing, uplink, outbox, record, drill, onTickets, onDevices }
}

function buildPrinting({ db, store, clock, ids }: BoxData, config: ApplianceConfig, broker: LanBroker): Printing {
  return createPrinting({
    db,
    clock,
    ids,
    printers: config.printer,
    pageOf: (printer) => store.read((tx) => pageOf(tx, printer)),
    locale: () => localeOf(store.read(readConfig)?.store ?? { countryCode: null }),
    onChange: () => broker.notify("printers"),
  })
}
