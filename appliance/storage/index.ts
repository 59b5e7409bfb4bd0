/** The box's database: transactions, migrations, and single values by key. */
export { type BoxHandler, type BoxStore, type BoxTx, createBoxStore, writeInside } from "./box-store.ts"
export { jsonOf, jsonWrapped } from "./cached-json.ts"
export { isDiskError, quietly } from "./disk-faults.ts"
export { countUp, dropMeta, readMeta, writeMeta } from "./meta-store.ts"
export { MIGRATIONS } from "./migrations.ts"
export type { NumberedOutbox, Outbox } from "./outbox.ts"
