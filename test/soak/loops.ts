/** Every long loop: what is done, how often where nobody says, and how it is run. What a loop needs is loaded when it is run. */
import { resolve } from "node:path"
import { type Flag, type FlagTable, reading } from "../../runtime/flags.ts"
import { PLANTED_BUGS, type PlantedBug } from "../simulation/planted/names.ts"
import { importCompiled } from "./compiled.ts"
import { type Loop, loop } from "./loop.ts"
import { runScenario } from "./run-scenario.ts"

const PACKAGE_STEP_MS = 180_000
const LISTS_STEP_MS = 600_000
const PROPERTY_MS = 3_600_000

const database: Flag<"sqlite" | "postgres"> = {
  value: "sqlite|postgres",
  about: "what the hubs stand on (sqlite); two of them share postgres",
  read: reading.oneOf(["sqlite", "postgres"], "sqlite"),
}

const from: Flag<string | null> = {
  value: "FILE",
  about: "instead: a package of before sells first, gives way to this one, and comes back where this one does not stay",
  read: reading.text(null),
}

const ofSimulation = {
  seed: { value: "N", about: "that one alone, again", read: reading.whole(null) },
  from: { value: "N", about: "the first of them (1)", read: reading.whole(1) },
  bug: { value: "NAME", about: "with that bug planted", read: readBug },
  stores: { value: "N", about: "one run of so many stores at a shop's pace", read: reading.whole(null, { min: 1 }) },
  hours: { value: "N", about: "how long those trade (24)", read: reading.whole(24, { min: 1 }) },
} as const satisfies FlagTable

/** By the names that they are called by. */
export const LOOPS: ReadonlyMap<string, Loop> = new Map([
  loop("simulation", {
    about: "seeds of the simulation of boxes, hubs and all that goes wrong between them",
    counts: ["SEEDS", 1_000],
    flags: ofSimulation,
    run: async ({ count, stores, hours, seed, ...asked }) => {
      const { simulateSeeds, simulateShops } = await simulation()
      return stores === null
        ? simulateSeeds({ ...asked, seed, count })
        : simulateShops({ stores, hours, seed: seed ?? 1 })
    },
  }),
  loop("planted", {
    about: "each planted bug, and the first of so many seeds of the simulation that finds it",
    counts: ["SEEDS", 200],
    run: async ({ count }) => (await simulation()).findPlanted(count),
  }),
  loop("queue", {
    about: "kills of the process that works on the hub's queue",
    counts: ["KILLS", 1_000],
    run: async ({ count }) => held((await import("../hub/queue/soak.ts")).soakQueue(count)),
  }),
  loop("hub", {
    about: "kills of a whole hub while it sends events and takes reports",
    counts: ["KILLS", 100],
    flags: { database },
    run: async ({ count, database }) =>
      held((await import("../e2e/hub-kills/soak.ts")).soakHub(count, { onPostgres: database === "postgres" })),
  }),
  loop("fiscal", {
    about: "kills of hub or box, or of the cable, while both number documents",
    counts: ["ROUNDS", 100],
    flags: { database },
    run: async ({ count, database }) =>
      held((await import("../hub/fiscal/soak.ts")).soakFiscal(count, { onPostgres: database === "postgres" })),
  }),
  loop("kills", {
    about: "strikes at a box, its hub, their broker and the line while the store sells",
    counts: ["STRIKES", 1_000],
    run: story(["test/e2e/kills.test.ts"], (count) => ({ BRASA_KILLS: `${count}` })),
  }),
  loop("lunch", {
    about: "a lunch at nine screens in Chromium, with all that goes wrong at one",
    counts: ["ORDERS", 60],
    run: story(["test/e2e/lunch.test.ts"], (count) => ({ BRASA_LUNCH: `${count}` })),
  }),
  loop("partition", {
    about: "a store sells for 72 hours of its clock without a line, and catches up",
    run: story(["test/e2e/partition.test.ts"], () => ({ BRASA_PARTITION: "1" })),
  }),
  loop("scale", {
    about:
      "kills and freezes of three hubs that share PostgreSQL and Mosquitto; both restart, and the lines to them are cut",
    counts: ["ROUNDS", 10],
    run: story(["test/e2e/scale/concurrency.test.ts"], (count) => ({ BRASA_SCALE: `${count}` })),
  }),
  loop("replace", {
    about: "a new box is killed again and again while it takes over a store",
    run: story(["test/e2e/takeover-kills.test.ts"], () => ({ BRASA_REPLACE: "1" })),
  }),
  loop("promote", {
    about: "the power of a box that stands by goes after every step of its promotion",
    run: story(["test/appliance/standby/promote.test.ts"], () => ({ BRASA_PROMOTE: "1" })),
  }),
  loop("print", {
    about: "the power goes at both sides of every step of long papers",
    run: story(["test/appliance/printing/printing.power-sweep.test.ts"], () => ({ BRASA_SWEEP: "long" })),
  }),
  loop("update", {
    about: "the power goes after each step of an update, a good and a bad one",
    run: story(["test/installer/updater.real-update.test.ts"], () => ({ BRASA_UPDATE: "1" })),
  }),
  loop("package", {
    about: "the built package in a clean Debian: sells, upgrades, is removed (as root, with mmdebstrap)",
    flags: { from },
    run: ({ from, ...asked }) => {
      const own = story(["test/installer/build-deb.test.ts"], () => ({ BRASA_PACKAGE: "1" }), PACKAGE_STEP_MS)
      if (from === null) return own(asked)
      const env = { BRASA_PACKAGE_FROM: resolve(from) }
      return story(["test/installer/build-deb.former-package.test.ts"], () => env, PACKAGE_STEP_MS)(asked)
    },
  }),
  loop("hostile", {
    about: "every kind of hostile input to every endpoint that writes",
    run: story(["test/hostile"], () => ({ BRASA_HOSTILE: "long" })),
  }),
  loop("credential", {
    about: "a store's valid credential in hostile hands, for so many minutes on each database (two hubs on PostgreSQL)",
    counts: ["MINUTES", 60],
    run: story(["test/hostile/credential/credential.test.ts"], (count) => ({ BRASA_CREDENTIAL: `${count}` })),
  }),
  loop("lists", {
    about: "every list and search of hub and box, each filter, at so many rows; names a statement that walks a table",
    counts: ["ROWS", 1_000_000],
    run: story(
      ["test/hub/list-plans.test.ts", "test/appliance/list-plans.test.ts"],
      // Over 6 GB: too much for the memory file system.
      (count) => ({ BRASA_LISTS: `${count}`, BRASA_TEST_DISK: "1" }),
      LISTS_STEP_MS,
    ),
  }),
  loop("property", {
    about: "cases that chance draws for rules, parsers and endpoints, so many where `npm test` has 200",
    counts: ["CASES", 1_000],
    run: story(
      [
        "test/property",
        "test/hub/catalog/catalog.menu-sync.test.ts",
        "test/hostile/hub.test.ts",
        "test/hostile/box.test.ts",
      ],
      (count) => ({ BRASA_PROPERTY_RUNS: `${count}` }),
      PROPERTY_MS,
    ),
  }),
])

function readBug([name]: readonly string[]): PlantedBug | null {
  if (name === undefined) return null
  const bug = PLANTED_BUGS.find((one) => one === name)
  if (bug === undefined) throw new Error(`must be one of ${PLANTED_BUGS.join("; ")}`)
  return bug
}

function simulation() {
  return importCompiled<typeof import("./simulate.ts")>("test/soak/simulate.ts")
}

function story(
  files: readonly string[],
  envOf: (count: number) => Readonly<Record<string, string>>,
  timeoutMs?: number,
) {
  return async ({ count }: { readonly count: number }) =>
    runScenario({ files, env: envOf(count), ...(timeoutMs !== undefined && { timeoutMs }) })
}

/** Throws where it does not hold. */
async function held(loop: Promise<void>): Promise<number> {
  await loop
  return 0
}
