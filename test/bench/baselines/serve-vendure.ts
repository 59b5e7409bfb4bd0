/**
 * Vendure as a shop would run it, with as little as it can have: its core alone on PostgreSQL, jobs in its own process, no mails,
 * no search, no assets; warnings logged. Loaded from the folder it was fetched into, since it is no package of ours.
 */
import { createRequire } from "node:module"
import { join } from "node:path"

const POOL_MAX = 20
const [port = "0", database = "", folder = "", login = "", password = ""] = process.argv.slice(2)

/** What is used of it here. */
interface Vendure {
  readonly bootstrap: (config: object) => Promise<unknown>
  readonly DefaultLogger: new (options: { level: number; timestamp: boolean }) => object
  readonly LogLevel: { readonly Warn: number }
  readonly PaymentMethodHandler: new (options: object) => object
}

const fetched = createRequire(join(folder, "package.json"))
const { bootstrap, DefaultLogger, LogLevel, PaymentMethodHandler } = fetched("@vendure/core") as Vendure

/** Takes every payment at once, as our prepaid orders come paid. */
const cash = new PaymentMethodHandler({
  code: "cash",
  description: [{ languageCode: "en", value: "Cash" }],
  args: {},
  createPayment: (_context: unknown, _order: unknown, amount: number) => ({ amount, state: "Settled" }),
  settlePayment: () => ({ success: true }),
})

await bootstrap({
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  apiOptions: { hostname: "127.0.0.1", port: Number(port), introspection: false },
  authOptions: { tokenMethod: "bearer", superadminCredentials: { identifier: login, password } },
  dbConnectionOptions: { type: "postgres", url: database, synchronize: true, logging: false, poolSize: POOL_MAX },
  paymentOptions: { paymentMethodHandlers: [cash] },
})
console.log("up")
