/** Prepared statements that are limited to one tenant. Each is built once (runtime/storage/statement.ts) and runs for any tenant. */
import type { Kysely, QueryResult, Transaction } from "kysely"
import { type Built, createStatement, type StatementOptions } from "../../runtime/storage/statement.ts"
import type { HubTables } from "./schema.ts"
import { fence, type Tenant, type TenantRead, type TenantWrite } from "./tenant.ts"

/** A scope for building a statement. It lacks what exists only in a running transaction. */
type ToBuildOn<Scope extends TenantRead> = Omit<Scope, "now" | "system" | "afterCommit" | "notify">

type Build<Scope extends TenantRead, Values, Row> = (scope: ToBuildOn<Scope>, at: Values) => Built<HubTables, Row>
type Run<Scope, Values, Row> = (scope: Scope, values: Values) => Promise<QueryResult<Row>>

export function createFencedRead<Values extends object, Row>(
  build: Build<TenantRead, Values, Row>,
  options?: StatementOptions,
): Run<TenantRead, Values, Row> {
  return createFenced(build, options)
}

export function createFencedWrite<Values extends object, Row>(
  build: Build<TenantWrite, Values, Row>,
  options?: StatementOptions,
): Run<TenantWrite, Values, Row> {
  return createFenced(build, options)
}

function createFenced<Values extends object, Row>(
  build: Build<TenantWrite, Values, Row>,
  options?: StatementOptions,
): Run<TenantRead, Values, Row> {
  const statement = createStatement((db: Kysely<HubTables>, at: Values & Tenant, dialect) => {
    const { accountId, vendorId } = at
    return build(fence({ ...UNDER_WAY, db: db as Transaction<HubTables> }, { accountId, vendorId }, dialect), at)
  }, options)
  return ({ system, tenant: { accountId, vendorId } }, values) =>
    statement(system.db, { ...values, accountId, vendorId })
}

const UNDER_WAY = { now: "", beforeCommit: () => undefined, afterCommit: () => undefined, notify: () => undefined }
