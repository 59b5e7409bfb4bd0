/** Every row of every table of a hub, as text. */
import type { HubContext } from "../../hub/composition/hub-context.ts"

export interface StoredRow {
  readonly table: string
  /** Null where a row is of no account. */
  readonly account: string | null
  readonly cells: readonly { readonly column: string; readonly text: string }[]
}

export async function readAllRows({ store }: HubContext): Promise<StoredRow[]> {
  return store.system.read(async ({ db }) => {
    const tables = await db.introspection.getTables()
    const rows: StoredRow[] = []
    for (const { name } of tables) {
      const all = (await db
        .selectFrom(name as "orders")
        .selectAll()
        .execute()) as unknown as Record<string, unknown>[]
      rows.push(...all.map((row) => asText(name, row)))
    }
    return rows
  })
}

function asText(table: string, row: Record<string, unknown>): StoredRow {
  const cells = Object.entries(row).map(([column, value]) => ({
    column,
    text: value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
  }))
  return { table, account: typeof row.account_id === "string" ? row.account_id : null, cells }
}
