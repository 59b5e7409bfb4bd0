/** Databases of their own on a server of the bench, so that what is compared shares the server and nothing else. */
import pg from "pg"

/** Their URLs, in the order of their names. */
export async function createDatabases(url: string, names: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const name of names) await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  return names.map((name) => url.replace(/\/[^/]*$/, `/${name}`))
}
