/**
 * A hub's database that is filled in bulk: its indexes are made when all rows are there, it counts nothing by itself, and what the two engines
 * spell differently has one name.
 */

import pg from "pg"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"

/** Expressions of SQL, made of others. */
export interface Words {
  /** A whole number as 12 digits of hex. */
  hex(number: string): string
  padded(number: string, digits: number): string
  /** So many of a unit after a moment, spelled as the hub does. */
  after(start: string, count: string, unit: Unit, spelled: keyof typeof SPELLED): string
}

type Unit = "second" | "minute" | "day"

export interface Bulk {
  readonly words: Words
  run(statement: string): Promise<void>
  /** The first value of the first row. */
  value(query: string): Promise<string>
}

/** How each engine spells a moment, a minute, a day. */
const SPELLED = {
  moment: { sqlite: "%Y-%m-%dT%H:%M:%S.000Z", postgres: 'YYYY-MM-DD"T"HH24:MI:SS".000Z"' },
  minute: { sqlite: "%Y-%m-%dT%H:%M", postgres: 'YYYY-MM-DD"T"HH24:MI' },
  day: { sqlite: "%Y-%m-%d", postgres: "YYYY-MM-DD" },
} as const

/** `sqlite:PATH` or `postgres://…`, with no hub at work on it. */
export function fillBulk(url: string, fill: (bulk: Bulk) => Promise<void>): Promise<void> {
  return url.startsWith("sqlite:") ? fillSqlite(url.slice("sqlite:".length), fill) : fillPostgres(url, fill)
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

async function fillSqlite(file: string, fill: (bulk: Bulk) => Promise<void>): Promise<void> {
  const db = new Sqlite(file)
  // It is thrown away when it breaks.
  for (const pragma of ["synchronous = OFF", "journal_mode = OFF", "foreign_keys = OFF", "temp_store = MEMORY"]) {
    db.pragma(pragma)
  }
  const dropped = db
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL",
    )
    .all()
  for (const { type, name } of dropped) db.exec(`DROP ${type} "${name}"`)
  db.exec("BEGIN")
  await fill({
    words: SQLITE_WORDS,
    run: async (statement) => void db.exec(statement),
    value: async (query) => String(db.prepare(query).pluck().get()),
  })
  db.exec("COMMIT")
  for (const { sql } of dropped) db.exec(sql)
  db.exec("PRAGMA optimize")
  db.pragma("journal_mode = WAL")
  db.close()
}

const SQLITE_WORDS: Words = {
  hex: (number) => `printf('%012x', ${number})`,
  padded: (number, digits) => `printf('%0${digits}d', ${number})`,
  after: (start, count, unit, spelled) =>
    `strftime('${SPELLED[spelled].sqlite}', '${start}', '+' || (${count}) || ' ${unit}s')`,
}

async function fillPostgres(url: string, fill: (bulk: Bulk) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '512MB'")
    const { rows: indexes } = await client.query<{ name: string; sql: string }>(
      `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS sql FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)`,
    )
    for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
    const { rows: watched } = await client.query<{ name: string }>(
      "SELECT DISTINCT tgrelid::regclass::text AS name FROM pg_trigger WHERE NOT tgisinternal",
    )
    for (const { name } of watched) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    await fill({
      words: POSTGRES_WORDS,
      run: async (statement) => void (await client.query(statement)),
      value: async (query) => String(Object.values((await client.query(query)).rows[0] ?? {})[0]),
    })
    for (const { name } of watched) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    for (const { sql } of indexes) await client.query(sql)
    // A database that has grown to this has been looked after by its own vacuum for months.
    await client.query("VACUUM ANALYZE")
  } finally {
    await client.end()
  }
}

const POSTGRES_WORDS: Words = {
  hex: (number) => `lpad(to_hex(${number}), 12, '0')`,
  padded: (number, digits) => `lpad((${number})::text, ${digits}, '0')`,
  after: (start, count, unit, spelled) =>
    `to_char(timestamp '${start}' + (${count}) * interval '1 ${unit}', '${SPELLED[spelled].postgres}')`,
}
