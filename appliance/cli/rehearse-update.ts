/** `brasa appliance rehearse`: checks that this version sells one order on a copy of the data. The box may keep running. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { connectAsync } from "mqtt"
import { type Client, createClient, type ResultOf } from "../../protocol/client/index.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { pairDevice } from "../../protocol/http/enrolment.ts"
import { confirmPayment, createOrder } from "../../protocol/http/orders.ts"
import { printDocument } from "../../protocol/http/print-jobs.ts"
import { openDay } from "../../protocol/http/register.ts"
import { CHANGED_TOPIC, deviceClientId } from "../../protocol/mqtt/lan-changes.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { systemClock } from "../../runtime/clock.ts"
import { type Command, type FlagTable, helpOf, readFlags, reading } from "../../runtime/flags.ts"
import { silentLog } from "../../runtime/log.ts"
import { migrateSqlite } from "../../runtime/storage/migrate.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { readConfig, saveConfig } from "../catalog/index.ts"
import { APPLIANCE_COMMAND, APPLIANCE_FLAGS } from "../config.ts"
import { startEmulator } from "../emulator/index.ts"
import { forgetCredential } from "../enrolment/index.ts"
import { numberWithoutWaiting } from "../fiscal/index.ts"
import { startAppliance } from "../main.ts"
import { canOpen, copyMoment } from "../maintenance/updates/index.ts"
import { createBoxStore, MIGRATIONS } from "../storage/index.ts"

const DATABASE_FILE = "box.db"
const SCRATCH = "rehearsal-"
const REGISTER = { kind: "pos", deviceId: "rehearsal-1" } as const
const AMOUNT = "1.0000"
/** The timeout of each step: a printed paper, a message of the broker. */
const WAIT_MS = 30_000
const NEWEST_KNOWN = MIGRATIONS.at(-1)?.id ?? 0

const FLAGS = {
  data: APPLIANCE_FLAGS.data,
  canOpen: {
    about:
      "Only checks, by the exit code, whether this version can open the data, or the copy kept before a migration.",
    read: reading.switch,
  },
} as const satisfies FlagTable

const REHEARSE: Command<typeof FLAGS> = {
  usage: "brasa appliance rehearse [options]",
  about:
    "Starts this version on a copy of the box's data, sells an order, prints it on an emulated printer, and deletes the copy. The box may keep running.",
  flags: FLAGS,
}

/** Exits with 0 if the rehearsal sold an order, else with 1 and the reason as the last line. */
export async function runRehearsal(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  const { settings, help } = readFlags(REHEARSE, argv, env)
  if (help) {
    process.stdout.write(helpOf(REHEARSE))
    return 0
  }
  const path = join(settings.data, DATABASE_FILE)
  if (settings.canOpen) return canOpen(path, NEWEST_KNOWN) ? 0 : 1
  try {
    await rehearse(settings.data)
    process.stdout.write("the rehearsal succeeded: an order was sold and printed on a copy of the data\n")
    return 0
  } catch (error) {
    process.stderr.write(`the rehearsal failed: ${(error as Error).message.replaceAll("\n", " ")}\n`)
    return 1
  }
}

/** Rejects with what failed. Also deletes what a killed rehearsal left behind. */
export async function rehearse(data: string): Promise<void> {
  mkdirSync(data, { recursive: true })
  for (const name of readdirSync(data)) if (name.startsWith(SCRATCH)) rmSync(join(data, name), { recursive: true })
  const scratch = mkdtempSync(join(data, SCRATCH))
  try {
    const store = prepareCopy(join(data, DATABASE_FILE), join(scratch, DATABASE_FILE))
    await sellAt(scratch, store)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Copies the database and removes its link to the hub. Returns the box's store, or a sandbox store if it has none. */
function prepareCopy(from: string, to: string): Store {
  if (existsSync(from)) copyMoment(from, to)
  const db = openSqlite(to, { check: true })
  try {
    migrateSqlite(db, MIGRATIONS, systemClock.iso())
    forgetCredential(db)
    numberWithoutWaiting(db)
    return createBoxStore(db, systemClock).write((tx) => {
      const known = readConfig(tx)
      if (!known) saveConfig(tx, SANDBOX)
      return (known ?? SANDBOX).store
    })
  } finally {
    db.close()
  }
}

async function sellAt(scratch: string, store: Store): Promise<void> {
  const printer = await startEmulator({ tcp: 0 })
  try {
    const address = ["--host", "127.0.0.1", "--port", "0", "--mqtt-port", "0", "--log-level", "silent"]
    const paper = ["--printer", `tcp://127.0.0.1:${printer.port}`]
    const { settings } = readFlags(APPLIANCE_COMMAND, ["--data", scratch, ...address, ...paper], {})
    const box = await startAppliance(settings, { log: silentLog })
    try {
      const code = box.pairingCode(REGISTER)
      const visitor = createClient({ baseUrl: box.url, key: null })
      const { key } = requireSuccess("pairing", await visitor.call(pairDevice, { body: { code: code ?? "" } }))
      const { nudged: notified } = await listenToBroker(box.mqttPort, key)
      await sell(createClient({ baseUrl: box.url, key }), store)
      await withTimeout("the broker sent no message", notified)
      await withTimeout("no receipt was printed", printer.waitForReceipts(1))
    } finally {
      await box.stop()
    }
  } finally {
    await printer.stop()
  }
}

/** Connects to the broker as the register; `nudged` resolves at its first message. */
async function listenToBroker(port: number, key: string): Promise<{ nudged: Promise<void> }> {
  const { deviceId } = REGISTER
  const login = { clientId: deviceClientId(deviceId), username: deviceId, password: key, reconnectPeriod: 0 }
  const connection = await connectAsync(`mqtt://127.0.0.1:${port}`, { ...login, connectTimeout: WAIT_MS })
  await connection.subscribeAsync(CHANGED_TOPIC, { qos: 1 })
  const nudged = new Promise<void>((resolve) => connection.once("message", () => resolve()))
  return { nudged: nudged.finally(() => connection.end(true)) }
}

async function sell(register: Client, store: Store): Promise<void> {
  // The response is ignored: the day may be open already.
  await register.call(openDay, { body: {} })
  const at = systemClock.iso()
  const orderId = `rehearsal-${systemClock.ms()}`
  const order = requireSuccess(
    "the order",
    await register.call(createOrder, {
      body: {
        orderId,
        orderCode: "R-1",
        createdAt: at,
        channel: "POS",
        selectedShippingMethod: "TAKE_AWAY",
        store: { id: store.id },
        order: { products: [{ productId: "rehearsal", name: "Rehearsal", quantity: 1, unitPrice: AMOUNT }] },
        payments: {
          totals: [{ code: "TOTAL", amount: AMOUNT }],
          currencyCode: store.currency,
          status: "PENDING",
        },
      },
    }),
  )
  const paid = { transaction_id: `${orderId}-1`, status: "approved" as const, amount: AMOUNT, method: "CASH" }
  const payments = [{ ...paid, currency_code: store.currency, occurred_at: at }]
  requireSuccess(
    "the payment",
    await register.call(confirmPayment, { params: { orderId: order.id }, body: { payments } }),
  )
  requireSuccess(
    "the receipt",
    await register.call(printDocument, { body: { document: "receipt", subject: order.id } }),
  )
}

function requireSuccess<E extends Endpoint>(
  what: string,
  answer: ResultOf<E>,
): Extract<ResultOf<E>, { ok: true }>["data"] {
  if (answer.ok) return answer.data as Extract<ResultOf<E>, { ok: true }>["data"]
  throw new Error(`${what} was refused: ${JSON.stringify(answer)}`)
}

function withTimeout<T>(why: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(why)), WAIT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The store for a box that was not claimed yet. */
const SANDBOX = {
  store: {
    id: "00000000-0000-4000-8000-000000000001",
    accountId: "sandbox",
    vendorId: "sandbox.rehearsal",
    code: "SANDBOX",
    number: 1,
    name: "Rehearsal",
    countryCode: null,
    currency: "USD",
    timeZone: "UTC",
    businessDayCutoff: "04:00",
    active: "ACTIVE" as const,
    status: "PUBLISHED" as const,
    legal: null,
    operatingHours: {},
    stations: [],
    fiscal: null,
  },
  menu: null,
  declineReasons: [],
  keys: [],
  heartbeatIntervalSeconds: 600,
}
