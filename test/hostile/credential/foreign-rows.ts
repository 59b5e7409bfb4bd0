/** Every row of a hub's database that is another store's, vendor's or account's, as a mark for each table. */
import { createHash } from "node:crypto"
import { type Kysely, sql } from "kysely"
import { OWN, SILENT_STORE } from "./tenants.ts"

/** What is of the vendor or account as a whole, and what no store may write. */
const WHOLLY: ReadonlySet<string> = new Set(["account", "vendor", "store"])

// biome-ignore lint/suspicious/noExplicitAny: tables of every shape.
type Rows = Kysely<any>

export interface Victims {
  /** Orders of another store of the same vendor. */
  readonly beside: readonly string[]
  /** Orders of another vendor. */
  readonly elsewhere: readonly string[]
}

export async function markForeignRows(db: Rows, { beside, elsewhere }: Victims): Promise<Record<string, string>> {
  const marks: Record<string, string> = {}
  // A row of one vendor that names another vendor's order by its id is read by the first alone.
  const all = [...beside, ...elsewhere]
  for (const { name, columns } of await db.introspection.getTables()) {
    const has = new Set(columns.map((column) => column.name))
    const conditions = [
      ...(WHOLLY.has(name) ? [sql`1 = 1`] : []),
      ...(has.has("account_id") ? [sql`account_id <> ${OWN.accountId}`] : []),
      ...(has.has("account_id") && has.has("vendor_id")
        ? [sql`(account_id = ${OWN.accountId} AND vendor_id <> ${OWN.vendorId})`]
        : []),
      ...(has.has("store_id") ? [sql`store_id = ${SILENT_STORE}`] : []),
      ...(has.has("order_id") ? [sql`order_id IN (${sql.join(has.has("vendor_id") ? beside : all)})`] : []),
    ]
    if (conditions.length === 0) continue
    const { rows } = await sql`SELECT * FROM ${sql.table(name)} WHERE ${sql.join(conditions, sql` OR `)}`.execute(db)
    // When a key was used last is written some time after it was: by whoever used it, before the attack.
    const texts = rows.map((row) => JSON.stringify({ ...(row as object), last_used_at: null })).sort()
    marks[name] = `${texts.length} rows, ${createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 16)}`
  }
  return marks
}

/** The tables in which something is not as it was. */
export function changedTables(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys({ ...before, ...after })
    .filter((table) => before[table] !== after[table])
    .map((table) => `${table}: ${before[table]}, then ${after[table]}`)
}
