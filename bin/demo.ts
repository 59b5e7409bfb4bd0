/** `brasa demo`: a hub, a store's box, an emulated printer and a restaurant's data, in one process. Restarts keep the data. */
import { join } from "node:path"
import { type Emulator, startEmulator } from "../appliance/emulator/index.ts"
import { type RunningAppliance, startAppliance } from "../appliance/main.ts"
import { readPrinterSpec } from "../appliance/printing/index.ts"
import { type RunningHub, startHub } from "../hub/main.ts"
import { type Sandbox, startSandbox } from "../hub/payments/providers/index.ts"
import { RETENTION_DEFAULTS } from "../hub/retention/index.ts"
import demoTenant from "../hub/tenants/demo-tenant.json" with { type: "json" }
import { isRefusal } from "../protocol/refusals.ts"
import { DEVICE_PAGES, type DeviceKind } from "../protocol/scopes.ts"
import { type Command, type FlagTable, helpOf, readFlags, reading, type Settings } from "../runtime/flags.ts"
import { type Part, startParts } from "../runtime/lifecycle.ts"
import { createLog, type Log } from "../runtime/log.ts"

const LOCAL = "127.0.0.1"
const PAPER_WIDTH = 42
/** Screens per kind. */
const SCREENS_MAX = 20

const DEMO_FLAGS = {
  data: {
    env: "BRASA_DATA",
    value: "DIR",
    about: "Where the demo keeps its data (default ./data/demo).",
    read: reading.text("data/demo"),
  },
  port: { env: "BRASA_PORT", value: "N", about: "The hub's HTTP port (default 8080).", read: reading.port(8080) },
  boxPort: { value: "N", about: "The box's HTTP port (default 8090).", read: reading.port(8090) },
  mqttPort: { value: "N", about: "The hub's MQTT port (default 1883).", read: reading.port(1883) },
  boxMqttPort: { value: "N", about: "The box's MQTT port (default 1884).", read: reading.port(1884) },
  sandboxFiscalDelayMs: {
    env: "BRASA_SANDBOX_FISCAL_DELAY_MS",
    value: "MS",
    about: "How long the sandbox fiscal authority takes to decide (default 2000).",
    read: reading.whole(2_000),
  },
  paymentsPort: {
    value: "N",
    about: "The sandbox payment provider's port (default 4998).",
    read: reading.port(4998),
  },
  printerPort: { value: "N", about: "The emulated printer's port (default 9100).", read: reading.port(9100) },
  printerWindowPort: {
    value: "N",
    about: "The port of the page that shows the printer's paper (default 9180).",
    read: reading.port(9180),
  },
} as const satisfies FlagTable

const DEMO_COMMAND: Command<typeof DEMO_FLAGS> = {
  usage: "brasa demo [options]",
  about: "Runs a hub, one store's box, an emulated ESC/POS printer and demo data. Ctrl-C stops it; the data stays.",
  flags: DEMO_FLAGS,
}

type DemoSettings = Settings<typeof DEMO_FLAGS>

/** Returns the exit code. */
export async function runDemoCommand(argv: readonly string[]): Promise<number> {
  const { settings, help } = readFlags(DEMO_COMMAND, argv, process.env)
  if (help) {
    process.stdout.write(helpOf(DEMO_COMMAND))
    return 0
  }
  const log = createLog({ level: "warn", name: "demo" })
  const receipts = join(settings.data, "receipts")
  const ports = { tcp: settings.printerPort, http: settings.printerWindowPort }
  const printer = part("printer", () => startEmulator({ ...ports, out: receipts, profile: "epson-80" }))
  const hub = part("hub", () => startHub(hubConfig(settings), { log, sandboxKey: demoKey() }))
  const payments = part("payments", () => openPayments(hub.started(), settings))
  const printerPort = () => printer.started().port ?? settings.printerPort
  const box = part("box", () => openStore(hub.started(), settings, { log, printerPort: printerPort() }))
  const { signal, stopped } = await startParts([printer, hub, payments, box], { log, process })
  if (!signal.aborted) {
    const paymentsUrl = payments.started().url
    const running = { hub: hub.started(), box: box.started(), receipts, printer: printer.started(), paymentsUrl }
    process.stdout.write(welcome(running))
    signal.addEventListener("abort", () => void process.stdout.write("\nStopping…\n"))
  }
  await stopped
  return 0
}

/** A part of the demo; `started` returns the result of its start to later parts. */
function part<Started extends { stop(): Promise<void> }>(name: string, open: () => Promise<Started>) {
  let opened: Started | null = null
  const started = (): Started => {
    if (opened === null) throw new Error(`the demo's ${name} has not started`)
    return opened
  }
  const start = async () => {
    opened = await open()
  }
  return { name, start, started, stop: () => started().stop() } satisfies Part & { started(): Started }
}

/** Provisions the demo's tenants and starts the store's box; resolves when the box can sell. */
async function openStore(
  hub: RunningHub,
  settings: DemoSettings,
  { log, printerPort }: { log: Log; printerPort: number },
) {
  const provisioned = await hub.operator.provision(JSON.stringify(tenantsOf(settings)))
  if (isRefusal(provisioned)) throw new Error(`the demo's own data is refused: ${provisioned.message}`)
  const printer = readPrinterSpec(`tcp://${LOCAL}:${printerPort}?profile=epson-80&width=${PAPER_WIDTH}&name=mostrador`)
  if ("faults" in printer) throw new Error(printer.faults.join("; "))
  let configured = () => {}
  const whenConfigured = new Promise<void>((resolve) => {
    configured = resolve
  })
  const config = {
    hub: hub.url,
    hubMqtt: null,
    publicUrl: null,
    backups: { everyMinutes: 60, kept: 24, days: 7 },
    secretKey: null,
    data: join(settings.data, "box"),
    host: LOCAL,
    port: settings.boxPort,
    mqttPort: settings.boxMqttPort,
    printer: [printer],
    rateLimit: 0,
    logLevel: "warn" as const,
  }
  const box = await startAppliance(config, {
    log,
    showClaim: async (code) => {
      await hub.operator.claim(code, demoStore().id)
    },
    onConfigured: () => configured(),
  })
  if (!box.hasConfig()) await whenConfigured
  return box
}

/** Starts the demo's payment provider, which stores payments and reports them to the hub. */
async function openPayments(hub: RunningHub, { data, paymentsPort }: DemoSettings): Promise<Sandbox> {
  const { id, paymentProviders } = demoAccount()
  const provider = paymentProviders?.[0]
  if (!provider) throw new Error("the demo's data has no payment provider")
  const file = join(data, "payments.json")
  const payments = await startSandbox({ port: paymentsPort, secret: provider.secret, file })
  payments.notify(`${hub.url}/api/v1/webhooks/payments/${provider.code}?account=${id}`)
  return payments
}

/** The demo's data with the payment provider's real port. */
function tenantsOf({ paymentsPort }: DemoSettings) {
  const [first, ...others] = demoTenant.accounts
  const providers = demoAccount().paymentProviders?.map((provider) => ({
    ...provider,
    url: `http://${LOCAL}:${paymentsPort}`,
  }))
  return { ...demoTenant, accounts: [{ ...first, paymentProviders: providers }, ...others] }
}

/** The demo's user, whose password is in the demo data. */
function demoOwner() {
  const owner = demoAccount().users?.[0]
  if (!owner) throw new Error("the demo's account has no user")
  return owner
}

function demoAccount() {
  const account = demoTenant.accounts[0]
  if (!account) throw new Error("the demo's data has no account")
  return account
}

function hubConfig({ data, port, mqttPort, sandboxFiscalDelayMs }: DemoSettings) {
  return {
    data: join(data, "hub"),
    database: null,
    secretKey: null,
    logLevel: "warn" as const,
    host: LOCAL,
    port,
    mqttPort,
    mqtt: null,
    mqttLogins: null,
    rateLimit: 0,
    ...RETENTION_DEFAULTS,
    allowPrivateWebhooks: true,
    publicUrl: null,
    behindProxy: false,
    requestLog: "on" as const,
    sandboxFiscalDelayMs,
  }
}

function demoStore() {
  const store = demoTenant.accounts[0]?.vendors[0]?.stores[0]
  if (!store) throw new Error("the demo's data has no store")
  return store
}

interface Running {
  readonly hub: RunningHub
  readonly box: RunningAppliance
  readonly receipts: string
  readonly printer: Emulator
  readonly paymentsUrl: string
}

function welcome({ hub, box, receipts, printer, paymentsUrl }: Running): string {
  const { name, id } = demoStore()
  const register = freshPairing(box, "pos")
  const kiosk = freshPairing(box, "kiosk")
  const manager = freshPairing(box, "manager")
  const kitchen = demoKitchen().map((station) => freshPairing(box, "kds_station", station))
  const expo = freshPairing(box, "expo")
  const board = freshPairing(box, "board")
  const key = demoKey()
  const owner = demoOwner()
  return `
  Brasa demo · ${name}

  Cashier's page   ${addressOf(box, register)} (${register.deviceId})
  Kiosk            ${addressOf(box, kiosk)} (${kiosk.deviceId}); it sells once the day is open
  Kitchen          ${kitchen.map((screen) => `${addressOf(box, screen)} (${screen.deviceId})`).join("\n                   ")}
  Pass, board      ${addressOf(box, expo)} · ${addressOf(box, board)}
  Manager          ${addressOf(box, manager)} (${manager.deviceId})
  Dashboard        ${hub.url}/dashboard
                   ${owner.email} · password ${owner.password}
  Hub API          ${hub.url}          documentation ${hub.url}/docs
  Box API (LAN)    ${box.url}          documentation ${box.url}/docs
  API key          ${key}
  Store            ${id}
  MQTT             hub ${hub.mqttUrl} · box mqtt://${LOCAL}:${box.mqttPort}
  Payment links    ${paymentsUrl}          controls of the sandbox provider
  Printer          ${printer.windowUrl}          its paper, and buttons for its faults
                   tcp://${LOCAL}:${printer.port} · its paper is saved in ${receipts}

  Try              ${hub.url}/docs/quickstart          your first order in five minutes, a verified webhook in ten

  Ctrl-C stops everything; the data stays in place for the next start.

`
}

function demoKey(): string {
  return demoTenant.accounts[0]?.apiKeys[0]?.secret ?? ""
}

/** The stations of the demo's store that have a kitchen screen. */
function demoKitchen(): string[] {
  const store = demoStore()
  const stations = "stations" in store ? store.stations : []
  return stations.flatMap(({ id, kind }) => (kind === "kds_station" ? [id] : []))
}

interface Pairing {
  readonly kind: DeviceKind
  readonly deviceId: string
  readonly code: string
}

/** The first unpaired screen of this kind or station. */
function freshPairing(box: RunningAppliance, kind: DeviceKind, station: string | null = null): Pairing {
  const name = station ?? kind
  for (let n = 1; n <= SCREENS_MAX; n += 1) {
    const deviceId = `${name}-${n}`
    const code = box.pairingCode({ kind, deviceId, station })
    if (code !== null) return { kind, deviceId, code }
  }
  return { kind, deviceId: `all of ${name}`, code: "none left" }
}

/** The address that pairs the browser that opens it. */
function addressOf({ url }: RunningAppliance, { kind, code }: Pairing): string {
  return `${url}${DEVICE_PAGES[kind]}#pair=${code}`
}
