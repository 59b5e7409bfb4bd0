/** A file is applied while somebody changes by hand what it speaks of, as two processes on one PostgreSQL let them: neither undoes the other. */
import { expect, inject, it as test } from "vitest"
import type { Tenant, TenantWrite } from "../../../hub/storage/index.ts"
import { hashPassword, insertKey } from "../../../hub/tenants/index.ts"
import { insertClient } from "../../../hub/tenants/manage-keys-store.ts"
import type { Provisioning } from "../../../hub/tenants/provisioning-schema.ts"
import { usersByEmail } from "../../../hub/users/users-store.ts"
import { rotateSecret } from "../../../hub/webhooks/change-endpoint.ts"
import { allEndpoints } from "../../../hub/webhooks/endpoints-store.ts"
import { ADMIN_ENDPOINTS } from "../../../protocol/http/admin/endpoints.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { hashSecret, readKey } from "../../../runtime/secrets.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, type TestHub, testTenants } from "../../kit/hub.ts"
import { meetWrite } from "../../kit/meet-step.ts"
import { TENANT } from "../../kit/orders.ts"
import { knock, PASSWORD, signIn } from "../../kit/people.ts"

const RECEIVER = { name: "warehouse", vendorId: TENANT.vendorId, events: ["*"] }

type Account = Provisioning["accounts"][number]

const fileOf = (change: (acme: Account) => void) => {
  const file: Provisioning = JSON.parse(testTenants())
  const [acme] = file.accounts
  if (!acme) throw new Error("there is no account")
  change(acme)
  return JSON.stringify(file)
}
const provision = async (hub: TestHub, change: (acme: Account) => void) => {
  const done = await hub.hub.operator.provision(fileOf(change))
  return isRefusal(done) ? done : done.changes
}

onPostgres((open) => {
  /** The file comes upon what another process has written and not committed. */
  const meetFile = (
    hub: TestHub,
    write: (tx: TenantWrite) => Promise<unknown>,
    change: (acme: Account) => void,
    tenant: Tenant = TENANT,
  ) => hub.beside(({ store }) => meetWrite(store, tenant, { write, meet: () => provision(hub, change) }))

  test("a file that changes an endpoint's address keeps a secret that is set at the same time", async () => {
    const hub = await openTestHub(open)
    const at = (url: string) => (acme: Account) =>
      void Object.assign(acme, { webhookEndpoints: [{ ...RECEIVER, url }] })
    await provision(hub, at("https://one.acme.test"))
    const find = () => hub.beside(({ store }) => store.system.read((scope) => allEndpoints(scope, "acme")))
    const [endpoint] = await find()
    if (!endpoint) throw new Error("there is no endpoint")
    const secretKey = readKey(inject("hubTemplates").secretKey)
    const rotate = ({ system }: TenantWrite) => rotateSecret(system, secretKey, { endpoint, secret: "whsec_new" })
    const changes = await meetFile(hub, rotate, at("https://two.acme.test"))
    const [now] = await find()
    expect(changes).toEqual(["changed webhook endpoint warehouse"])
    expect(now).toMatchObject({ url: "https://two.acme.test", oldSecretSealed: endpoint.secretSealed })
    expect(now?.secretSealed).not.toBe(endpoint.secretSealed)
  })

  test("a file that names a key keeps the key that somebody creates at the same time", async () => {
    const hub = await openTestHub(open)
    const key = { ...TENANT, name: "both", keyId: crypto.randomUUID(), hash: hashSecret("by-hand"), prefix: "brasa_" }
    const changes = await meetFile(
      hub,
      ({ system }) => insertKey(system, { ...key, scopes: ["orders:read"] }),
      (acme) => acme.apiKeys?.push({ name: "both", vendorId: TENANT.vendorId, scopes: ["orders:write"] }),
    )
    expect(changes).toEqual(["changed API key both"])
    const kept = await hub.beside(({ store }) =>
      store.system.read(({ db }) => db.selectFrom("api_key").selectAll().where("name", "=", "both").execute()),
    )
    expect(kept).toMatchObject([{ key_id: key.keyId, hash: key.hash, scopes: '["orders:write"]' }])
  })

  test("a file that names a client keeps the client's secrets that somebody creates at the same time", async () => {
    const hub = await openTestHub(open)
    const client = { ...TENANT, clientId: "till", username: "till", secretHash: "by hand", passwordHash: "by hand" }
    const changes = await meetFile(
      hub,
      ({ system }) => insertClient(system, client),
      (acme) => {
        acme.clientCredentials = [{ clientId: "till", vendorId: TENANT.vendorId, username: "till" }]
      },
    )
    expect(changes).toEqual([])
    const kept = await hub.beside(({ store }) =>
      store.system.read(({ db }) =>
        db.selectFrom("client_credential").select("secret_hash").where("client_id", "=", "till").execute(),
      ),
    )
    expect(kept).toEqual([{ secret_hash: "by hand" }])
  })

  const findOwner = (hub: TestHub, email: string) =>
    hub.beside(({ store }) => store.system.read(async (scope) => (await usersByEmail(scope, email))[0]))

  test("a file that changes a user's role keeps the password that they choose at the same time", async () => {
    const hub = await openTestHub(open)
    const { email, personId } = await signIn(hub, "owner")
    const passwordHash = await hashPassword("another-good-one")
    const choose = ({ system: { db } }: TenantWrite) =>
      db.updateTable("person").set({ password_hash: passwordHash }).where("person_id", "=", personId).execute()
    const changes = await meetFile(hub, choose, (acme) => acme.users?.push({ email, role: "read-only" }))
    expect(changes).toEqual([`changed person ${email}`])
    expect(await findOwner(hub, email)).toMatchObject({ role: "read-only", passwordHash })
  })

  test("a user who chooses a password keeps the role that a file sets at the same time", async () => {
    const hub = await openTestHub(open)
    const { email, personId } = await signIn(hub, "owner")
    const link = await hub.hub.users.reset({ email, accountId: null })
    if (isRefusal(link)) throw new Error(link.message)
    const token = link.path.split("/").at(-1)
    const opened = await hub.beside(({ store }) =>
      meetWrite(store, TENANT, {
        write: ({ system: { db } }) =>
          db.updateTable("person").set({ role: "read-only" }).where("person_id", "=", personId).execute(),
        meet: () => knock(hub, ADMIN_ENDPOINTS.openByLink.path, { token, password: PASSWORD }),
      }),
    )
    expect(opened.status).toBe(200)
    expect(await findOwner(hub, email)).toMatchObject({ role: "read-only" })
  })
})
