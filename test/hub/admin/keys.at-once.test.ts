/** Two people give one name at the same moment: the one who comes second is told so, as if they had come a moment later. */
import { beforeAll, describe, expect, it } from "vitest"
import type { TenantWrite } from "../../../hub/storage/index.ts"
import { insertKey } from "../../../hub/tenants/keys-store.ts"
import { insertClient } from "../../../hub/tenants/manage-keys-store.ts"
import { insertEndpoint } from "../../../hub/webhooks/endpoints-store.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { meetWrite } from "../../kit/meet-step.ts"
import { TENANT } from "../../kit/orders.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const KEYS = "/api/admin/keys"
const CLIENTS = "/api/admin/clients"
const WEBHOOKS = "/api/admin/webhooks"
const VENDOR = "acme.ec.quito"

const key = (name: string) => ({ name, vendorId: VENDOR, scopes: ["orders:read"] })
const client = (clientId: string) => ({ clientId, vendorId: VENDOR })
const endpoint = (name: string) => ({ name, url: "https://hooks.acme.test", vendorId: VENDOR, events: ["order.*"] })

eachDatabase((_name, open) => {
  let hub: TestHub
  let dev: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    dev = await signIn(hub, "developer")
  })

  it.each([
    ["a key", KEYS, key("twice")],
    ["a client", CLIENTS, client("twice")],
    ["an endpoint", WEBHOOKS, endpoint("twice")],
  ])("%s is created once when several requests arrive at the same time", async (_what, path, body) => {
    const done = await Promise.all(Array.from({ length: 4 }, () => dev.call("POST", path, body)))
    expect(done.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })
})

onPostgres((open) => {
  let hub: TestHub
  let dev: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    dev = await signIn(hub, "developer")
  })

  /** What another process writes, and commits once the request has come upon it. */
  const meet = (write: (tx: TenantWrite) => Promise<unknown>, path: string, body: unknown) =>
    hub.beside(({ store }) => meetWrite(store, TENANT, { write, meet: () => dev.call("POST", path, body) }))
  const id = () => crypto.randomUUID()
  const owner = { accountId: TENANT.accountId, vendorId: VENDOR }
  const hidden = () => ({ hash: id(), prefix: "brasa_", scopes: ["orders:read"] })
  const addKey = (name: string) => (tx: TenantWrite) =>
    insertKey(tx.system, { ...owner, name, keyId: id(), ...hidden() })
  const addClient = (clientId: string) => (tx: TenantWrite) =>
    insertClient(tx.system, { ...owner, clientId, username: clientId, secretHash: "", passwordHash: "" })
  const addEndpoint = (name: string) => (tx: TenantWrite) =>
    insertEndpoint(tx.system, { ...owner, ...endpoint(name), id: id(), secretSealed: "" })

  describe("a second request for a taken name is told so:", () => {
    it("a new key", async () => {
      const answer = await meet(addKey("met"), KEYS, key("met"))
      expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"])
    })

    it("a new client", async () => {
      const answer = await meet(addClient("met"), CLIENTS, client("met"))
      expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"])
    })

    it("a new webhook endpoint", async () => {
      const answer = await meet(addEndpoint("met"), WEBHOOKS, endpoint("met"))
      expect([answer.status, answer.body.error]).toEqual([409, "CONFLICT"])
    })

    it("a rotated client, which takes the next free name", async () => {
      await dev.call("POST", CLIENTS, client("line"))
      const answer = await meet(addClient("line-2"), `${CLIENTS}/line/rotate`, {})
      expect([answer.status, answer.body.data?.client.clientId]).toEqual([201, "line-3"])
    })
  })
})
