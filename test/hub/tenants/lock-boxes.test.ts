/** What all boxes of an account are to have reaches each of them, also where two write at once, or one is claimed meanwhile, as they may on PostgreSQL. */
import { expect, inject, it } from "vitest"
import { writing } from "../../../hub/sync/sync-tables.ts"
import { insertKey, lockBoxes } from "../../../hub/tenants/index.ts"
import { sendTemplate } from "../../../hub/tenants/put-template.ts"
import { sendChangedConfigs } from "../../../hub/tenants/store-config.ts"
import { addTemplate } from "../../../hub/tenants/templates-store.ts"
import type { StoredTemplate } from "../../../protocol/shapes/print-template.ts"
import { readKey } from "../../../runtime/secrets.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { claimSilentBox, meetWrite, openClaim } from "../../kit/meet-step.ts"
import { TENANT } from "../../kit/orders.ts"

const ACCOUNT = "acme"
const KEY = { accountId: ACCOUNT, vendorId: null, scopes: [], prefix: "brasa_" }
const TEMPLATE = {
  templateId: "receipt",
  version: 90,
  document: "receipt",
  countryCode: null,
  vendorId: null,
  createdAt: "2026-11-21T18:00:00.000Z",
  body: {},
} as const satisfies StoredTemplate

/** The bodies of what was sent down to the store, of one kind. */
const sentOf = ({ beside }: TestHub, kind: string) =>
  beside(({ store }) =>
    store.system.write(async (scope) => {
      const all = writing(scope).selectFrom("down_op").select("body").where("store_id", "=", STORE)
      const rows = await all.where("kind", "=", kind).orderBy("seq").execute()
      return rows.map(({ body }) => JSON.parse(body))
    }),
  )

onPostgres((open) => {
  it("a box knows both of two keys that are created at once", async () => {
    const hub = await openTestHub(open)
    await claimSilentBox(hub)
    const secretKey = readKey(inject("hubTemplates").secretKey)
    await hub.beside(({ store, downlink, ids }) =>
      meetWrite(store, TENANT, {
        write: async ({ system }) => {
          await insertKey(system, { ...KEY, keyId: ids.uuid(), name: "one", hash: "one" })
          await sendChangedConfigs(system, ACCOUNT, { store, downlink, secretKey })
        },
        meet: () =>
          hub.hub.operator.createKey({ ...KEY, name: "two", vendorId: TENANT.vendorId, scopes: ["orders:read"] }),
      }),
    )
    const [before, , last] = await sentOf(hub, "store.configured")
    expect(last.config.keys).toHaveLength(before.config.keys.length + 2)
  })

  it("a box that is claimed while a template is added knows the template", async () => {
    const hub = await openTestHub(open)
    const code = await openClaim(hub)
    await hub.beside(({ store, downlink }) =>
      meetWrite(store, TENANT, {
        write: async ({ system }) => {
          const template = { ...TEMPLATE }
          await lockBoxes(system, ACCOUNT, store.dialect)
          await addTemplate(system, ACCOUNT, template)
          await sendTemplate(system, ACCOUNT, { template, downlink })
        },
        meet: () => hub.hub.operator.claim(code, STORE),
      }),
    )
    expect((await sentOf(hub, "template.added")).map(({ template }) => template.version)).toContain(TEMPLATE.version)
  })
})
