/** What is appended to a store's log at once has the next numbers, in its order. */
import { expect, it } from "vitest"
import { readDown } from "../../../hub/sync/store-log-store.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"

const AT_ONCE = 40

eachDatabase((_engine, open) => {
  it("operations that are appended at the same moment get consecutive numbers in order", async () => {
    const hub = await openTestHub(open)
    const claim = { epoch: crypto.randomUUID(), appVersion: "1.0.0" }
    const { code } = (await hub.call("POST", "/api/box/v1/claims", claim, null)).body.data
    await hub.hub.operator.claim(code, STORE)
    await hub.beside(async ({ store, downlink }) => {
      const before = (await store.system.write((scope) => readDown(scope, STORE, 0))).at(-1)?.seq ?? 0
      const op = (who: number, n: number) => ({
        kind: "aggregator.reported" as const,
        body: { orderId: `${who}-${n}`, aggregator: null },
      })
      const ops = (who: number) => Array.from({ length: AT_ONCE }, (_, n) => op(who, n))
      await Promise.all([0, 1].map((who) => store.system.write((scope) => downlink.append(scope, STORE, ...ops(who)))))
      await store.system.write((scope) => downlink.append(scope, STORE))
      const rows = await store.system.write((scope) => readDown(scope, STORE, before))
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, n) => before + 1 + n))
      const names = rows.map(({ body }) => (JSON.parse(body) as { orderId: string }).orderId)
      for (const who of [0, 1]) {
        const own = names.filter((name) => name.startsWith(`${who}-`))
        expect(own).toEqual(Array.from({ length: AT_ONCE }, (_, n) => `${who}-${n}`))
      }
    })
  })
})
