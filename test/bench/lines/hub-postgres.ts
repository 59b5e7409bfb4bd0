/** Orders that a hub accepts on PostgreSQL, against the bare ideal on the same server. */
import { cpus } from "node:os"
import { freePorts } from "../../kit/ports.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { createDatabases } from "../databases.ts"
import { alternate, median } from "../measure.ts"
import { PEERS } from "../peers.ts"
import { benchProgram, scratch, start, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { compareServers, type Rate, runLoad } from "../run-load.ts"
import { API_KEY, type HubPlace, provisionedHub, startHub } from "../stage.ts"

const DATABASES = ["bench_hub", "bench_group", "bench_each"] as const
const ROUNDS = 3
const CONNECTIONS = 64
/** Two for the hubs, one for the database, one for the load. */
const CORES_NEEDED = 4

export async function benchHubPostgres(): Promise<Row[]> {
  const server = await startPostgres()
  try {
    return await compare(server.url)
  } finally {
    await server.stop()
  }
}

async function compare(url: string): Promise<Row[]> {
  const [ours = "", group = "", each = ""] = await createDatabases(url, DATABASES)
  const { place, hub } = await provisionedHub(ours)
  const [together = 0, alone = 0] = await freePorts(2)
  const bare = (at: number, database: string, commit: string) =>
    start(benchProgram("baselines/serve-postgres"), [`${at}`, database, commit, API_KEY])
  const bares = [bare(together, group, "group"), bare(alone, each, "each")]
  await Promise.all(bares.map((one) => one.says(/up/)))
  const rates = await compareServers({ ours: place.port, together, alone }, "create-paid")
  await Promise.all(bares.map((one) => one.kill()))
  const beside = await besideAnother(place)
  await hub.kill()
  return [...rowsOf(rates), beside]
}

/** One hub under all of the load, and two under half of it each, in turn. */
async function besideAnother(place: HubPlace): Promise<Row> {
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const second = startHub({ ...place, data: scratch(place.data), port, mqttPort })
  await untilWell(port, second)
  const load = (at: number, connections: number) => runLoad({ port: at, script: "create-paid", connections })
  const rates = await alternate(ROUNDS, {
    one: async () => (await load(place.port, CONNECTIONS)).perSecond,
    two: async () => {
      const both = await Promise.all([place.port, port].map((at) => load(at, CONNECTIONS / 2)))
      return both.reduce((sum, { perSecond }) => sum + perSecond, 0)
    },
  })
  await second.kill()
  // The database and the load want cores of their own: with fewer, two processes only share what one had.
  const enough = cpus().length >= CORES_NEEDED
  return {
    ...{ line: "two hubs on PostgreSQL", what: "orders, prepaid, of both", unit: "/s", ours: median(rates.two) },
    against: { name: `one hub; ${cpus().length} cores`, value: median(rates.one) },
    goal: enough ? { of: "ratio", atLeast: 1.5 } : null,
  }
}

function rowsOf({ ours, together, alone }: Record<"ours" | "together" | "alone", Rate>): Row[] {
  const line = "hub on PostgreSQL"
  const what = "orders, prepaid"
  return [
    {
      line,
      what,
      unit: "/s",
      ours: ours.perSecond,
      against: { name: "Express, grouped", value: together.perSecond },
      goal: { of: "ratio", atLeast: 0.5 },
    },
    {
      line,
      what,
      unit: "/s",
      ours: ours.perSecond,
      against: { name: "Express, a transaction each", value: alone.perSecond },
      goal: null,
    },
    {
      line,
      what,
      unit: "/s",
      ours: ours.perSecond,
      against: PEERS.vendurePostgres,
      goal: { of: "ratio", atLeast: 100 },
    },
    {
      line,
      what: `${what}, p99`,
      unit: "ms",
      ours: ours.p99,
      against: { name: "Express, grouped", value: together.p99 },
      goal: null,
    },
  ]
}
