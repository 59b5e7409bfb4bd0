/** Checks a provisioning file (each fault with its line), shows what it would change, and applies it with progress. */
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { applyFile, checkFile, FileFault, readRun } from "../../protocol/http/admin/provisioning.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { type Fault, invalid, isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { lineAt, lineOfPath } from "../../protocol/rules/requests/json-lines.ts"
import {
  type ProvisionDeps,
  type Provisioning,
  plannedChanges,
  planProvisioning,
  provision,
  readProvisioning,
} from "../tenants/index.ts"
import { recordAuditOf } from "../users/index.ts"
import type { AdminDeps } from "./deps.ts"

/** The file of a large chain has about a tenth of this. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024
const RUNS_MAX = 50

const unpack = promisify(gunzip)

type ReadResult = { readonly file: Provisioning; readonly text: string } | { readonly faults: FileFault[] }

/** Refuses users who see only a part of the account, and files that contain another account. */
async function readFile(
  { validator }: AdminDeps,
  caller: UserCaller,
  gzip: string,
): Promise<ReadResult | Refusal<"VALIDATION_ERROR" | "FORBIDDEN">> {
  if (caller.limitedTo !== null) {
    return refuse("FORBIDDEN", "The file is for the whole account, and you may see only some of its vendors.")
  }
  const text = await textOf(gzip)
  if (text === null) return invalid({ path: "gzip", message: "is not text compressed with gzip" })
  const read = readProvisioning(text, validator)
  if (!read.ok) return { faults: withLines(text, read.faults) }
  const foreign = read.file.accounts.flatMap(({ id }, index) =>
    id === caller.accountId ? [] : [{ path: `accounts.${index}.id`, message: `${id} is not your account` }],
  )
  return foreign.length > 0 ? { faults: withLines(text, foreign) } : { file: read.file, text }
}

async function textOf(gzip: string): Promise<string | null> {
  try {
    const bytes = await unpack(Buffer.from(gzip, "base64"), { maxOutputLength: UNPACKED_MAX_BYTES })
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function withLines(text: string, faults: readonly Fault[]): FileFault[] {
  return faults.map(({ path, message }) => ({ path, message, line: lineOf(text, path, message) }))
}

/** Text that is not JSON has no paths; the parser's message contains the position. */
function lineOf(text: string, path: string, message: string): number | null {
  if (!message.startsWith("is not JSON")) return lineOfPath(text, path)
  const position = /at position (\d+)/.exec(message)?.[1]
  return position === undefined ? null : lineAt(text, Number(position))
}

export const checkFileHandler =
  (deps: AdminDeps): Handler<typeof checkFile> =>
  async ({ body, caller }) => {
    const read = await readFile(deps, caller, body.gzip)
    if (isRefusal(read)) return read
    if ("faults" in read) return { status: 200, data: { faults: read.faults, kinds: [] } }
    const plan = await planProvisioning(read.file, depsOf(deps))
    if (isRefusal(plan)) return { status: 200, data: { faults: withLines(read.text, plan.details ?? []), kinds: [] } }
    return { status: 200, data: { faults: [], kinds: [...plannedChanges(plan, deps.secretKey)] } }
  }

interface Run {
  readonly lines: string[]
  ended: boolean
}

/** Runs are known only to the process that applies them. Other processes answer NOT_FOUND, and the page waits for the result. */
export function createRuns(): Map<string, Run> {
  return new Map()
}

export const applyFileHandler =
  (deps: AdminDeps, runs: Map<string, Run>): Handler<typeof applyFile> =>
  async ({ params, body, caller }) => {
    const read = await readFile(deps, caller, body.gzip)
    if (isRefusal(read)) return read
    if (runs.has(keyOf(caller, params))) return refuse("CONFLICT", "This run has already been started.")
    const noChanges = { changes: 0, secrets: [], notified: 0 }
    if ("faults" in read) return { status: 200, data: { faults: read.faults, ...noChanges } }
    const run = beginRun(runs, keyOf(caller, params))
    const alongside: ProvisionDeps["alongside"] = (scope, changes) =>
      recordAuditOf(scope, caller.accountId, {
        personId: caller.personId,
        action: "provisioning.apply",
        subject: caller.accountId,
        detail: { changes },
        vendorIds: null,
      })
    const progress = (line: string) => void run.lines.push(line)
    const done = await provision(read.file, { ...depsOf(deps), progress, alongside }).finally(() => {
      run.ended = true
      deps.keyring.forget()
    })
    if (isRefusal(done)) {
      return { status: 200, data: { faults: withLines(read.text, done.details ?? []), ...noChanges } }
    }
    const secrets = done.secrets.map((secret) => ({ ...secret }))
    const data = { faults: [], changes: done.changes.length, secrets, notified: done.notified.length }
    return { status: 200, data }
  }

export const readRunHandler =
  (runs: Map<string, Run>): Handler<typeof readRun> =>
  ({ params, caller }) => {
    const run = caller.limitedTo === null ? runs.get(keyOf(caller, params)) : undefined
    if (!run) return refuse("NOT_FOUND", "This process of the hub does not know this run.")
    return { status: 200, data: { lines: [...run.lines], ended: run.ended } }
  }

/** The key contains the account, so that no account learns of another's runs. */
function keyOf({ accountId }: UserCaller, { runId }: { readonly runId: string }): string {
  return `${accountId}/${runId.toLowerCase()}`
}

function beginRun(runs: Map<string, Run>, key: string): Run {
  const oldest = [...runs].find(([, { ended }]) => ended)
  if (runs.size >= RUNS_MAX && oldest) runs.delete(oldest[0])
  const run: Run = { lines: [], ended: false }
  runs.set(key, run)
  return run
}

function depsOf({ store, ids, downlink, secretKey, updateCatalog }: AdminDeps): ProvisionDeps {
  return { store, ids, downlink, secretKey, updateCatalog }
}
