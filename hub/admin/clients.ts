/** Client credentials of the legacy API: users list, create, rotate and revoke them. Secret and password are returned once. */
import type {
  ClientCredential,
  ClientWithSecrets,
  createClientCredential,
  listClients,
  revokeClientCredential,
  rotateClientCredential,
} from "../../protocol/http/admin/keys.ts"
import type { Handler, UserCaller } from "../../protocol/http/endpoint.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { cursorPage, sizeOf } from "../../protocol/shapes/cursor-page.ts"
import { plusSeconds } from "../../protocol/time.ts"
import type { TenantWrite } from "../storage/index.ts"
import {
  clientsSeen,
  expireClient,
  findClient,
  hashPassword,
  insertClient,
  isClientTaken,
  revokeClient,
} from "../tenants/index.ts"
import { type AuditAct, accountOf, recordAudit } from "../users/index.ts"
import { type AdminDeps, readAfter, refuseForeign } from "./deps.ts"
import { HOUR_SECONDS, OVERLAP_HOURS } from "./keys.ts"

/** Each rotation adds `-2`, `-3`, … to the name. */
const ROTATIONS_MAX = 1000

/** Called before the transaction, because hashing takes longer than a transaction may last. */
async function generateSecrets({ ids }: AdminDeps) {
  const [clientSecret, password] = [ids.secret("client_"), ids.secret()]
  const [secretHash, passwordHash] = await Promise.all([hashPassword(clientSecret), hashPassword(password)])
  return { secrets: { clientSecret, password }, hashes: { secretHash, passwordHash } }
}

export const listClientsHandler =
  ({ store, keyring }: AdminDeps): Handler<typeof listClients> =>
  async ({ query, caller }) => {
    await keyring.writeUses()
    const after = readAfter(query.after, 1)
    if (isRefusal(after)) return after
    const size = sizeOf(query)
    const { accountId, vendorIds } = caller
    const page = { accountId, vendorIds, after: after?.[0] ?? null, limit: size + 1 }
    const clients = await store.system.read((scope) => clientsSeen(scope, page))
    return { status: 200, data: cursorPage(clients, size, ({ clientId }) => [clientId]) }
  }

export const createClientCredentialHandler =
  (deps: AdminDeps): Handler<typeof createClientCredential> =>
  async ({ body, caller }) => {
    const { secrets, hashes } = await generateSecrets(deps)
    const { clientId, username = clientId, vendorId } = body
    const done = await deps.store.write(
      accountOf(caller),
      async (tx): Promise<ClientWithSecrets | Refusal<"NOT_FOUND" | "CONFLICT">> => {
        const foreign = refuseForeign(caller, vendorId)
        if (foreign) return foreign
        if (await isClientTaken(tx.system, { accountId: caller.accountId, clientId, username })) return taken(clientId)
        await insertClient(tx.system, { accountId: caller.accountId, vendorId, clientId, username, ...hashes })
        const detail = { vendorId, username }
        await recordAudit(tx, { ...auditActOf(caller, body, "clients.create"), detail })
        return { client: await readClient(tx, caller.accountId, clientId), ...secrets }
      },
    )
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const rotateClientCredentialHandler =
  (deps: AdminDeps): Handler<typeof rotateClientCredential> =>
  async ({ params, body, caller }) => {
    const { secrets, hashes } = await generateSecrets(deps)
    const { overlapHours = OVERLAP_HOURS } = body
    const done = await withClient(deps, { caller, ...params }, async (tx, client) => {
      if (client.state !== "alive")
        return refuse("CONFLICT", `${client.clientId} has ended: create a new client instead.`)
      const next = await nextName(tx, caller.accountId, client)
      if (!next) return taken(client.clientId)
      const { vendorId } = client
      await insertClient(tx.system, { accountId: caller.accountId, vendorId, ...next, ...hashes })
      if (overlapHours === 0) await revokeClient(tx, client.clientId)
      else await expireClient(tx, client, plusSeconds(tx.now, overlapHours * HOUR_SECONDS))
      const detail = { overlapHours, after: next.clientId }
      await recordAudit(tx, { ...auditActOf(caller, client, "clients.rotate"), detail })
      return { client: await readClient(tx, caller.accountId, next.clientId), ...secrets }
    })
    return isRefusal(done) ? done : { status: 201, data: done }
  }

export const revokeClientCredentialHandler =
  (deps: AdminDeps): Handler<typeof revokeClientCredential> =>
  async ({ params, caller }) => {
    const done = await withClient(deps, { caller, ...params }, async (tx, client) => {
      await revokeClient(tx, client.clientId)
      await recordAudit(tx, auditActOf(caller, client, "clients.revoke"))
      return readClient(tx, caller.accountId, client.clientId)
    })
    return isRefusal(done) ? done : { status: 200, data: done }
  }

function auditActOf(
  { personId }: UserCaller,
  { clientId, vendorId }: Pick<ClientCredential, "clientId" | "vendorId">,
  action: AuditAct["action"],
): AuditAct {
  return { personId, action, subject: clientId, vendorIds: [vendorId] }
}

function taken(clientId: string): Refusal<"CONFLICT"> {
  return refuse("CONFLICT", `The client id ${clientId}, or its user name, is taken.`)
}

/** Both names get the same number. Null when all numbers are taken. */
async function nextName(tx: TenantWrite, accountId: string, { clientId, username }: ClientCredential) {
  for (let number = 2; number < ROTATIONS_MAX; number += 1) {
    const next = { clientId: numbered(clientId, number), username: numbered(username, number) }
    if (!(await isClientTaken(tx.system, { accountId, ...next }))) return next
  }
  return null
}

function numbered(name: string, number: number): string {
  return `${name.replace(/-\d{1,3}$/, "")}-${number}`
}

async function readClient(tx: TenantWrite, accountId: string, clientId: string): Promise<ClientCredential> {
  const client = await findClient(tx.system, accountId, clientId)
  if (!client) throw new Error(`no client ${clientId}`)
  return client
}

function withClient<T>(
  { store }: AdminDeps,
  { caller, clientId }: { caller: UserCaller; clientId: string },
  work: (tx: TenantWrite, client: ClientCredential) => Promise<T>,
): Promise<T | Refusal<"NOT_FOUND">> {
  return store.write(accountOf(caller), async (tx) => {
    const client = await findClient(tx.system, caller.accountId, clientId)
    if (!client || !caller.vendorIds.includes(client.vendorId)) return refuse("NOT_FOUND", "There is no such client.")
    return work(tx, client)
  })
}
