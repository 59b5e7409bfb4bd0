/** A real box in this process with its store's configuration and no hub. */
import { saveConfig } from "../../appliance/catalog/index.ts"
import { type Emulator, startEmulator } from "../../appliance/emulator/index.ts"
import { type RunningAppliance, startAppliance } from "../../appliance/main.ts"
import { readPrinterSpec } from "../../appliance/printing/index.ts"
import { createBoxStore } from "../../appliance/storage/index.ts"
import type { AuditEntry } from "../../protocol/http/staff.ts"
import type { Audited } from "../../protocol/rules/users/staff-roles.ts"
import { SCOPES } from "../../protocol/scopes.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import { createManualClock, type ManualClock } from "../../runtime/clock.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { layBoxFile } from "./box-file.ts"
import { type Answer, ask } from "./hub.ts"
import { pairScreen } from "./kitchen.ts"
import { aStore, DECLINE_REASONS, TENANT } from "./orders.ts"
import { watchedLog } from "./printed-secrets.ts"
import { tempDir, whenOver } from "./temp.ts"

export const NOW = "2026-11-21T18:00:00.000Z"
export const API_KEY = "lone-box-integrator"
export const READER_KEY = "lone-box-reader"
const ACCOUNT_KEY = "lone-box-account"

export interface LoneBox {
  readonly box: RunningAppliance
  readonly clock: ManualClock
  readonly printer: Emulator | null
  /** Its directory. */
  readonly data: string
  /** Ops for the hub since the register was paired. */
  made(): number
  /** The key of the paired register. */
  readonly registerKey: string
  /** As the paired register, or with another key. */
  call(method: string, path: string, body?: unknown, key?: string | null): Promise<Answer>
}

interface LoneBoxOptions {
  readonly printer?: boolean
  /** What people call it. */
  readonly printerName?: string
  /** Where its screens find it. */
  readonly publicUrl?: string
  /** What is on its disk instead of the demo's configuration. */
  readonly config?: StoreConfig
  readonly stations?: Store["stations"]
  /** It has no store yet, so that no register can be paired. */
  readonly isBare?: boolean
  /** Requests a second for each key; none if left out. */
  readonly rateLimit?: number
  /** A box that was stopped: this one is its next life. */
  readonly before?: LoneBox
  /** Of the integrator, where a test's page has it written down. */
  readonly key?: string
}

export async function openLoneBox(options: LoneBoxOptions = {}): Promise<LoneBox> {
  const { printer = false } = options
  const data = options.before?.data ?? tempDir()
  const clock = createManualClock(NOW)
  const emulator = printer ? await startEmulator({ tcp: 0, profile: "epson-80" }) : null
  if (emulator) whenOver(() => emulator.stop())
  if (!options.before && !options.isBare) writeConfig(data, clock, options)
  const socket = {
    host: "127.0.0.1",
    port: 0,
    mqttPort: 0,
    rateLimit: options.rateLimit ?? 0,
    secretKey: null,
    publicUrl: options.publicUrl ?? null,
    backups: null,
    logLevel: "silent" as const,
  }
  const config = { hub: null, hubMqtt: null, data, printer: specOf(emulator, options.printerName), ...socket }
  const box = await startAppliance(config, { log: watchedLog, clock, checkReplies: true })
  whenOver(() => box.stop())
  const registerKey = options.before?.registerKey ?? (options.isBare ? "" : await pairRegister(box))
  const before = box.sync().made
  return {
    box,
    clock,
    printer: emulator,
    made: () => box.sync().made - before,
    data,
    registerKey,
    call: (method, path, body, key = registerKey) => ask(box.url + path, { method, body, key }),
  }
}

async function pairRegister(box: RunningAppliance): Promise<string> {
  const code = box.pairingCode({ kind: "pos", deviceId: "pos-1" })
  return (await ask(`${box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })).body.data.key
}

export function aStoreConfig(integrator = API_KEY): StoreConfig {
  const key = (secret: string, vendorId: string | null, scopes: readonly string[]) => ({
    keyId: secret,
    hash: hashSecret(secret),
    accountId: TENANT.accountId,
    vendorId,
    scopes: [...scopes],
  })
  return {
    store: aStore(),
    menu: null,
    declineReasons: DECLINE_REASONS.map((reason) => ({ ...reason })),
    keys: [
      key(integrator, TENANT.vendorId, SCOPES),
      key(READER_KEY, TENANT.vendorId, ["orders:read"]),
      key(ACCOUNT_KEY, null, SCOPES),
    ],
    cancellation: {
      rules: [
        { id: "too-late", name: "Muy tarde", channels: ["POS"], maxAgeMinutes: 60 },
        { id: "cooked", name: "Ya está listo", channels: ["WEB"], maxKitchenStage: "order.preparing" },
      ],
      reasons: [
        { id: "customer-left", text: "El cliente se retiró", channels: ["POS"] },
        { id: "rider-missing", text: "Sin repartidor", channels: ["GLOVO"] },
      ],
      providerMethods: ["LINK"],
    },
    heartbeatIntervalSeconds: 600,
  }
}

function writeConfig(data: string, clock: ManualClock, { stations = [], key = API_KEY, config }: LoneBoxOptions): void {
  const db = openSqlite(layBoxFile(data))
  const own = config ?? { ...aStoreConfig(key), store: aStore({ stations }) }
  createBoxStore(db, clock).write((tx) => saveConfig(tx, own))
  db.close()
}

function specOf(emulator: Emulator | null, name?: string) {
  if (!emulator) return []
  const spec = readPrinterSpec(`tcp://127.0.0.1:${emulator.port}?profile=epson-80${name ? `&name=${name}` : ""}`)
  if ("faults" in spec) throw new Error(spec.faults.join("; "))
  return [spec]
}

let screens = 0

/** Newest first. */
export async function auditOf(lone: LoneBox, act: Audited): Promise<AuditEntry[]> {
  screens += 1
  const { key } = await pairScreen(lone, "manager", `office-${screens}`)
  const { entries } = (await lone.call("GET", "/api/lan/v1/audit?size=100", undefined, key)).body.data
  return entries.filter(({ action }: AuditEntry) => action === act)
}
