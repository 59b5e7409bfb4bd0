/** The box's configuration: flags and environment, read once. */
import { type Command, type FlagTable, reading, type Settings } from "../runtime/flags.ts"
import { SECRET_KEY_FLAG } from "../runtime/secret-key.ts"
import type { BackupPlan } from "./maintenance/index.ts"
// Not through the folder's index: flags are read before anything else is loaded.
import { checkPrinters, type PrinterSpec, readPrinterSpec } from "./printing/discovery/read-printer-spec.ts"

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "silent"] as const

export const APPLIANCE_FLAGS = {
  hub: {
    env: "BRASA_HUB",
    value: "URL",
    about: "The hub's address, http://… or https://…. Without it the box cannot be claimed.",
    read: reading.url(["http", "https"], null),
  },
  hubMqtt: {
    env: "BRASA_HUB_MQTT",
    value: "URL",
    about: "The hub's MQTT address, if it differs from the one that the hub sends.",
    read: reading.url(["mqtt", "mqtts"], null),
  },
  data: {
    env: "BRASA_DATA",
    value: "DIR",
    about: "Where the box keeps its database (default ./data/appliance).",
    read: reading.text("data/appliance"),
  },
  host: {
    env: "BRASA_HOST",
    value: "ADDRESS",
    about: "The address to listen on (default 0.0.0.0, the whole LAN).",
    read: reading.text("0.0.0.0"),
  },
  port: { env: "BRASA_PORT", value: "N", about: "HTTP port for the LAN (default 8090).", read: reading.port(8090) },
  mqttPort: {
    env: "BRASA_MQTT_PORT",
    value: "N",
    about: "MQTT port for the LAN (default 1884).",
    read: reading.port(1884),
  },
  printer: {
    env: "BRASA_PRINTER",
    value: "SPEC",
    many: true,
    about:
      "tcp://host:9100, serial:///dev/ttyUSB0?baud=19200 or usb:///dev/usb/lp0, with ?width=42&profile=…&codepage=…&name=kitchen&backup=bar",
    read: (texts: readonly string[]): PrinterSpec[] => readSpecs(texts),
  },
  publicUrl: {
    env: "BRASA_PUBLIC_URL",
    value: "URL",
    about: "The address of the box for screens, printed in QR codes (default: its first address on the LAN).",
    read: reading.url(["http", "https"], null),
  },
  backups: {
    env: "BRASA_BACKUPS",
    value: "MINUTES,KEPT,DAYS",
    about:
      "Minutes between backups, how many of them are kept, and for how many days one a day is kept (default 60,24,7; 0 for none).",
    read: readBackups,
  },
  journal: {
    env: "BRASA_JOURNAL",
    value: "DIR",
    about: "A directory on another disk for a second copy of the journal, to restore what a backup does not have.",
    read: reading.text(null),
  },
  standbyOf: {
    env: "BRASA_STANDBY_OF",
    value: "URL",
    about: "The address of the store's first box. This box copies it and sells nothing until it is promoted.",
    read: reading.url(["http"], null),
  },
  code: {
    value: "CODE",
    about: "With --standby-of, the first time: the code that brasa appliance standby-code prints on the first box.",
    read: reading.text(null),
  },
  secretKey: SECRET_KEY_FLAG,
  rateLimit: {
    env: "BRASA_RATE_LIMIT",
    value: "N",
    about: "Requests a second for each key, 0 for no limit (default 100).",
    read: reading.whole(100),
  },
  releaseKeys: {
    env: "BRASA_RELEASE_KEYS",
    value: "FILE",
    about: "The public keys of the publishers of releases. Without it the box looks for no new version.",
    read: reading.text(null),
  },
  updaterState: {
    env: "BRASA_UPDATER_STATE",
    value: "DIR",
    about: "Where the updater writes its results (default /var/lib/brasa-updater).",
    read: reading.text(null),
  },
  logLevel: {
    env: "BRASA_LOG_LEVEL",
    value: "LEVEL",
    about: `${LOG_LEVELS.join(", ")} (default info).`,
    read: reading.oneOf(LOG_LEVELS, "info"),
  },
} as const satisfies FlagTable

export const APPLIANCE_COMMAND: Command<typeof APPLIANCE_FLAGS> = {
  usage: "brasa appliance --hub URL [options]",
  about:
    "Runs the box of a store. Until it is claimed it prints its claim code: brasa hub claim CODE --store STORE_ID.",
  flags: APPLIANCE_FLAGS,
}

type AllSettings = Settings<typeof APPLIANCE_FLAGS>
/** Settings that only an installed box has. */
type Installed = "releaseKeys" | "updaterState" | "journal" | "standbyOf" | "code"
export type ApplianceConfig = Omit<AllSettings, Installed> & Partial<Pick<AllSettings, Installed>>

function readBackups(texts: readonly string[]): BackupPlan | null {
  const text = texts.at(-1) ?? "60,24,7"
  if (text === "0") return null
  const [everyMinutes = 0, kept = 0, days = 0] = text.split(",").map(Number)
  const isPlan = /^\d{1,5},\d{1,4},\d{1,3}$/.test(text) && everyMinutes > 0 && kept > 0
  if (!isPlan) throw new Error("must be three whole numbers as 60,24,7, or 0")
  return { everyMinutes, kept, days }
}

function readSpecs(texts: readonly string[]): PrinterSpec[] {
  const specs = texts.map(readSpec)
  const faults = checkPrinters(specs)
  if (faults.length > 0) throw new Error(faults.join("; "))
  return specs
}

function readSpec(text: string): PrinterSpec {
  const spec = readPrinterSpec(text)
  if ("faults" in spec) throw new Error(`${spec.faults.join("; ")} (in "${text}")`)
  return spec
}
