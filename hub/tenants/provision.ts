/** Applies a provisioning file: plans, then plans again and writes in one transaction. A second application changes nothing. */
import { type Fault, invalid, isRefusal, type Refusal } from "../../protocol/refusals.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { HubStore, PrintTemplateTable, SystemRead, SystemWrite } from "../storage/index.ts"
import { checkProviders } from "./check-providers.ts"
import { lockBoxes } from "./lock-boxes.ts"
import { numberStores } from "./number-stores.ts"
import { type Passwords, rememberPasswords } from "./passwords.ts"
import { type ProvisionedRow, provisionedRows } from "./provisioned-rows.ts"
import type { AccountEntry, Provisioning } from "./provisioning-schema.ts"
import { sendTemplate } from "./put-template.ts"
import { findRow, lockRow, type Row, type RowWrite, writeRow } from "./rows-store.ts"
import { type ConfigDeps, sendChangedConfigs } from "./store-config.ts"
import { storeNumbers } from "./stores-store.ts"
import { toTemplate } from "./templates-store.ts"

export interface ProvisionDeps extends ConfigDeps {
  readonly store: HubStore
  readonly ids: Ids
  /** Updates the vendor's catalogue and menus from its documents, and sends them to its boxes. */
  readonly updateCatalog?: UpdateCatalog
  /** Shows the progress. */
  readonly progress?: Progress
  /** Writes the audit entry in the same transaction. */
  readonly alongside?: (scope: SystemWrite, changes: number) => Promise<void>
}

export type Progress = (line: string) => void
export type UpdateCatalog = (
  scope: SystemWrite,
  tenant: { accountId: string; vendorId: string },
  progress: Progress,
) => Promise<void>

export interface Provisioned {
  /** A readable line for each change: `created store UIO-001`. */
  readonly changes: readonly string[]
  /** New secrets, which are never shown again. */
  readonly secrets: readonly { readonly what: string; readonly secret: string }[]
  /** The stores whose boxes get a new configuration. */
  readonly notified: readonly string[]
}

/** One file at a time, over all processes. */
const ALONE = "provisioning"

interface PlanDeps extends ProvisionDeps {
  readonly passwords: Passwords
  /** Given when the plan is written next: the rows to change are locked first. */
  readonly hold?: Dialect
}

/** A row that differs: wanted and current. */
export interface PlannedWrite extends RowWrite {
  readonly line: string
  readonly what: string
}

interface Plan {
  readonly writes: readonly PlannedWrite[]
  readonly secrets: Provisioned["secrets"]
}

export async function provision(file: Provisioning, deps: ProvisionDeps): Promise<Provisioned | Refusal> {
  const { updateCatalog, progress = () => {} } = deps
  progress("comparing the file with what is there")
  const passwords = rememberPasswords()
  const draft = await deps.store.system.read((scope) => planRows(scope, file, { ...deps, passwords }))
  if (isRefusal(draft)) return draft
  progress(`${draft.writes.length} changes to write`)
  return deps.store.system.write(async (scope) => {
    // Another file may have been applied meanwhile, so the plan is made again under the lock. The passwords are hashed already.
    await deps.store.dialect.alone(scope.db, ALONE)
    for (const { id } of file.accounts) await lockBoxes(scope, id, deps.store.dialect)
    const plan = await planRows(scope, file, { ...deps, passwords, hold: deps.store.dialect })
    if (isRefusal(plan)) return plan
    for (const write of plan.writes) await writeRow(scope, write)
    // Catalogues come first, because a box with a configuration can sell.
    for (const { id: accountId, vendors } of file.accounts) {
      for (const { id: vendorId } of vendors) await updateCatalog?.(scope, { accountId, vendorId }, progress)
    }
    const notified = await sendNewTemplates(scope, plan, deps)
    for (const account of file.accounts) notified.push(...(await sendChangedConfigs(scope, account.id, deps)))
    await deps.alongside?.(scope, plan.writes.length)
    return { changes: plan.writes.map((write) => write.line), secrets: plan.secrets, notified: [...new Set(notified)] }
  })
}

/** Plans a file and writes nothing. */
export async function planProvisioning(
  file: Provisioning,
  deps: ProvisionDeps,
): Promise<readonly PlannedWrite[] | Refusal<"VALIDATION_ERROR">> {
  const passwords = rememberPasswords()
  const plan = await deps.store.system.read((scope) => planRows(scope, file, { ...deps, passwords }))
  return isRefusal(plan) ? (plan as Refusal<"VALIDATION_ERROR">) : plan.writes
}

async function sendNewTemplates(scope: SystemWrite, { writes }: Plan, { downlink }: ProvisionDeps): Promise<string[]> {
  const notified: string[] = []
  for (const { table, key, row } of writes) {
    if (table !== "print_template") continue
    const template = toTemplate({ ...key, ...row } as unknown as PrintTemplateTable)
    notified.push(...(await sendTemplate(scope, String(key.account_id), { template, downlink })))
  }
  return notified
}

/** Finds the rows that differ, and hashes passwords. The first hashing may take longer than a transaction may last. */
async function planRows(scope: SystemRead, file: Provisioning, deps: PlanDeps): Promise<Plan | Refusal> {
  const secrets: { what: string; secret: string }[] = []
  const show = (what: string, secret: string) => void secrets.push({ what, secret })
  const accounts = await numbered(scope, file)
  const wanted = accounts.flatMap((account, index) =>
    provisionedRows(account, `accounts.${index}`, { ...deps, now: scope.now, show }),
  )
  const writes: Plan["writes"][number][] = []
  const faults = await checkProviders(scope, accounts)
  for (const one of wanted) {
    const { is, row } = await planRow(scope, one, deps)
    const taken = findForeign(one, is) ?? (await findClash(scope, one, row))
    if (taken) faults.push(taken)
    if (is && one.isFrozen && differs(is, row)) faults.push({ path: one.path, message: frozen(one.what) })
    const line = `${is ? "changed" : "created"} ${one.what}`
    if (!is || differs(is, row)) writes.push({ table: one.table, key: one.key, row, line, what: one.what, is })
  }
  return faults.length > 0 ? invalid(...faults) : { writes, secrets }
}

/** Compares the locked rows again, because a secret or password that somebody has just changed is not part of the file. */
async function planRow(scope: SystemRead, { table, key, row }: ProvisionedRow, { hold }: PlanDeps) {
  const found = await findRow(scope, table, key)
  const first = { is: found, row: await row(found) }
  if (!hold || !found || !differs(found, first.row)) return first
  const is = await lockRow(scope, { dialect: hold, table, key })
  return { is, row: await row(is) }
}

/** The file's accounts, with a number for each store. */
async function numbered(scope: SystemRead, { accounts }: Provisioning): Promise<AccountEntry[]> {
  const known = await storeNumbers(
    scope,
    accounts.flatMap(({ vendors }) => vendors.map(({ id }) => id)),
  )
  return accounts.map((account) => ({
    ...account,
    vendors: account.vendors.map((vendor) => ({
      ...vendor,
      stores: numberStores(vendor.stores, known.get(vendor.id) ?? new Map()),
    })),
  }))
}

function differs(is: Row, row: Row): boolean {
  return Object.entries(row).some(([column, value]) => is[column] !== value)
}

function frozen(what: string): string {
  return `${what} is there with other content: give the change a new version`
}

function findForeign({ owner, path, what }: ProvisionedRow, is: Row | null): Fault | null {
  if (!owner || !is || is[owner[0]] === owner[1]) return null
  return { path, message: `${what} is in use: choose another id` }
}

/** Columns that must be unique. */
const UNIQUE: Partial<Record<ProvisionedRow["table"], readonly string[][]>> = {
  store: [["vendor_id", "code"]],
  api_key: [["hash"]],
  client_credential: [["account_id", "username"]],
}

async function findClash(scope: SystemRead, wanted: ProvisionedRow, row: Row): Promise<Fault | null> {
  for (const columns of UNIQUE[wanted.table] ?? []) {
    const value = Object.fromEntries(columns.map((column) => [column, row[column] ?? wanted.key[column] ?? null]))
    const other = await findRow(scope, wanted.table, value)
    if (other && differs(other, wanted.key)) {
      return { path: wanted.path, message: `${wanted.what} has the same ${columns.at(-1)} as another one` }
    }
  }
  return null
}
