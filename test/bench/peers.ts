/** What other products reached, measured once and on another day (docs/performance.md): the usual lines do not start them again. Vendure is by `--only vendure`. */

/** Named so in every row that is held against one of them. */
const EARLIER = "measured earlier"

export const PEERS = {
  /** A paid order from cart to settled, orders a second. */
  vendurePostgres: { name: "Vendure 3.7.3 on PostgreSQL, measured 2026-11-22 on 2 cores of an AMD EPYC", value: 8.52 },
  /** Jobs worked off a second as it comes. */
  graphileWorker: { name: `graphile-worker as it comes, ${EARLIER}`, value: 3_700 },
  /** Documents a second, over CouchDB's protocol. */
  pouchDb: { name: `PouchDB to CouchDB, ${EARLIER}`, value: 2_500 },
} as const
