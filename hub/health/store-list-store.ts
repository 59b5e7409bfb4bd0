/** The stores of an account by health: one state each, computed from its components and its action items. */
import { type RawBuilder, sql } from "kysely"
import { freshContactFrom } from "../../protocol/rules/health/store-contact.ts"
import { STORE_STATES, type StoreState } from "../../protocol/rules/health/store-health.ts"
import { searchParts } from "../../protocol/rules/health/store-words.ts"
import type { TenantRead } from "../storage/index.ts"

interface StoreListQuery {
  readonly vendorIds: readonly string[]
  /** Stores that have action items. */
  readonly parked: readonly { readonly storeId: string; readonly parked: number }[]
  readonly storeId?: string | undefined
  readonly state?: StoreState | undefined
  readonly country?: string | undefined
  readonly search?: string | undefined
}

export interface RankedStore {
  readonly storeId: string
  readonly code: string
  readonly state: StoreState
  readonly rank: number
}

export interface StoreKey {
  readonly rank: number
  readonly code: string
  readonly storeId: string
}

/** The worst first, then by code. An account has thousands of stores: all are ranked, from an index alone, and one page is read. */
export async function rankStores(
  scope: TenantRead,
  { after, limit, ...asked }: StoreListQuery & { readonly after: StoreKey | null; readonly limit: number },
): Promise<RankedStore[]> {
  const beyond = after
    ? sql`WHERE (place > ${after.rank} OR (place = ${after.rank} AND (code, store_id) > (${after.code}, ${after.storeId})))`
    : sql``
  const { rows } = await sql<{ store_id: string; code: string; place: number | string }>`
    SELECT store_id, code, place FROM (${ranked(scope, asked)}) AS ranked ${beyond}
    ORDER BY place, code, store_id LIMIT ${limit}`.execute(scope.system.db)
  return rows.map(({ store_id, code, place }) => {
    const rank = Number(place)
    return { storeId: store_id, code, rank, state: STORE_STATES[rank] ?? "unheard" }
  })
}

export async function countStoreStates(scope: TenantRead, query: StoreListQuery): Promise<Record<StoreState, number>> {
  const { rows } = await sql<{ place: number | string; stores: number | string }>`
    SELECT place, count(*) AS stores FROM (${ranked(scope, query)}) AS ranked GROUP BY place`.execute(scope.system.db)
  const count = (state: StoreState) =>
    Number(rows.find(({ place }) => STORE_STATES[Number(place)] === state)?.stores ?? 0)
  return {
    silent: count("silent"),
    down: count("down"),
    degraded: count("degraded"),
    unknown: count("unknown"),
    fine: count("fine"),
    unheard: count("unheard"),
  }
}

const place = (state: StoreState) => sql.lit(STORE_STATES.indexOf(state))

/**
 * `place` is the state's in the list of states: the worst of a store's parts and of what waits. A silent box outranks all: what is behind it
 * nobody knows. Nobody knows either whether a store is fine from its last contact on. Each store looks its own parts up: a join with all parts of the account is planned by how many rows the database believes
 * there are, and in tables that were just filled it goes through all of them for each store.
 */
function ranked(scope: TenantRead, query: StoreListQuery): RawBuilder<unknown> {
  const { accountId } = scope.tenant
  const waiting = new Set(query.parked.map(({ storeId }) => storeId))
  const filters = [sql`store.account_id = ${accountId}`, sql`store.vendor_id IN (${sql.join([...query.vendorIds])})`]
  if (query.storeId !== undefined) filters.push(sql`store.store_id = ${query.storeId}`)
  if (query.country !== undefined) filters.push(sql`store.country = ${query.country}`)
  for (const part of searchParts(query.search ?? "")) filters.push(sql`store.words LIKE ${`%${part}%`}`)
  const all = sql`
    SELECT store.store_id, coalesce(store.code, '') AS code, (
      SELECT min(place) FROM (
        SELECT CASE
          WHEN component_type = 'appliance' AND state IN ('down', 'retired') THEN ${place("silent")}
          WHEN state = 'retired' THEN ${place("unheard")}
          WHEN state = 'down' THEN ${place("down")}
          WHEN status = 'degraded' AND state <> 'hidden' THEN ${place("degraded")}
          ELSE ${place("fine")} END AS place
        FROM component WHERE component.account_id = ${accountId} AND component.store_id = store.store_id
        UNION ALL
        SELECT CASE WHEN ${scope.dialect.oneOf("store.store_id", waiting)} THEN ${place("degraded")} ELSE ${place("unheard")} END
        UNION ALL
        SELECT CASE WHEN online = 1 AND last_heard_at >= ${freshContactFrom(scope.now)} THEN ${place("unheard")} ELSE ${place("unknown")} END
        FROM store_link WHERE store_link.store_id = store.store_id AND last_heard_at IS NOT NULL
      ) AS part
    ) AS place
    FROM store
    WHERE ${sql.join(filters, sql` AND `)}`
  return query.state === undefined ? all : sql`SELECT * FROM (${all}) AS every WHERE place = ${place(query.state)}`
}
