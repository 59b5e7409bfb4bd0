/** Orders that a hub accepts on PostgreSQL, against the bare ideal on the same server. */
import pg from "pg"
import { freePorts } from "../../kit/ports.ts"
import { startPostgres } from "../../kit/start-postgres.ts"
import { benchProgram, start } from "../processes.ts"
import type { Row } from "../report.ts"
import { compareServers, type Rate } from "../run-load.ts"
import { API_KEY, provisionedHub } from "../stage.ts"

const DATABASES = ["bench_hub", "bench_group", "bench_each"] as const

export async function benchHubPostgres(): Promise<Row[]> {
  const server = await startPostgres()
  try {
    return await compare(server.url)
  } finally {
    await server.stop()
  }
}

async function compare(url: string): Promise<Row[]> {
  const [ours = "", group = "", each = ""] = await createDatabases(url)
  const { place, hub } = await provisionedHub(ours)
  const [together = 0, alone = 0] = await freePorts(2)
  const bare = (at: number, database: string, commit: string) =>
    start(benchProgram("baselines/serve-postgres"), [`${at}`, database, commit, API_KEY])
  const bares = [bare(together, group, "group"), bare(alone, each, "each")]
  await Promise.all(bares.map((one) => one.says(/up/)))
  const rates = await compareServers({ ours: place.port, together, alone }, "create-paid")
  await Promise.all([hub, ...bares].map((one) => one.kill()))
  return rowsOf(rates)
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
      what: `${what}, p99`,
      unit: "ms",
      ours: ours.p99,
      against: { name: "Express, grouped", value: together.p99 },
      goal: null,
    },
  ]
}

async function createDatabases(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const name of DATABASES) await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return DATABASES.map((name) => url.replace(/\/[^/]*$/, `/${name}`))
}
