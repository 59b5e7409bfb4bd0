/** What a run of the fleet is asked for, each with its bounds. */
import { parseArgs } from "node:util"

export interface FleetOptions {
  readonly stores: number
  readonly seconds: number
  /** Orders a second, of all stores together. */
  readonly rate: number
  /** One stands on SQLite with its own broker, more on PostgreSQL with Mosquitto. */
  readonly hubs: number
  /** Stores whose line goes without a goodbye, and comes back near the end. */
  readonly away: number
  /** Seconds: how often each component says that it lives. */
  readonly interval: number
  /** After all that, the broker restarts under everybody. */
  readonly storm: boolean
  readonly json: string | null
}

interface Bounds {
  readonly about: string
  readonly least: number
  readonly most: number
}

/** A store at its busiest sells once a minute. */
const STORES_PER_SALE = 60
const STORES_PER_OUTAGE = 50
const STORES = 2_000
const SECONDS = 240
/** The least that may be set: what a hub must carry at most. */
const INTERVAL = 60

const NUMBERS = {
  stores: { about: `stores that are connected (${STORES})`, least: 1, most: 8_000 },
  seconds: { about: `how long they sell (${SECONDS}; an outage is noticed after 126)`, least: 1, most: 7_200 },
  rate: { about: "orders a second of all together (one a minute of each store)", least: 0, most: 5_000 },
  hubs: {
    about: "hub processes: 1 on SQLite with its own broker, more on PostgreSQL with Mosquitto",
    least: 1,
    most: 4,
  },
  interval: {
    about: `seconds between a component's heartbeats, of five in a store (${INTERVAL}; 600 is usual)`,
    least: 60,
    most: 3_600,
  },
  away: { about: "stores that vanish and come back (one of fifty)", least: 0, most: 8_000 },
} as const satisfies Record<string, Bounds>

type Name = keyof typeof NUMBERS

/** A text for people where something is wrong with it, or where only help is asked for. */
export function readOptions(argv: readonly string[]): FleetOptions | { readonly help: string; readonly code: number } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        ...(Object.fromEntries(Object.keys(NUMBERS).map((name) => [name, { type: "string" }])) as Record<
          Name,
          { type: "string" }
        >),
        storm: { type: "boolean", default: false },
        json: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    })
    if (values.help) return { help: usage(), code: 0 }
    const number = (name: Name, otherwise: number) => within(name, values[name], otherwise)
    const stores = number("stores", STORES)
    return {
      stores,
      seconds: number("seconds", SECONDS),
      rate: number("rate", stores / STORES_PER_SALE),
      hubs: number("hubs", 1),
      away: Math.min(stores, number("away", Math.floor(stores / STORES_PER_OUTAGE))),
      interval: number("interval", INTERVAL),
      storm: values.storm,
      json: values.json ?? null,
    }
  } catch (error) {
    return { help: `fleet: ${(error as Error).message}\n\n${usage()}`, code: 2 }
  }
}

function within(name: Name, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const { least, most } = NUMBERS[name]
  const value = Number(text)
  if (!Number.isFinite(value) || value < least || value > most || (name !== "rate" && !Number.isInteger(value)))
    throw new Error(`--${name}: must be from ${least} to ${most}, and is ${JSON.stringify(text)}`)
  return value
}

function usage(): string {
  const lines = Object.entries(NUMBERS).map(([name, { about }]) => `  --${name.padEnd(9)}${about}`)
  return [
    "Usage: npm run fleet -- [options]",
    "",
    "Many stores against hubs of their own, all on this machine: it starts what it speaks to, on 127.0.0.1, and knows no other address.",
    "",
    ...lines,
    "  --storm    then the broker restarts, and all come back",
    "  --json     FILE for the figures",
    "",
  ].join("\n")
}
