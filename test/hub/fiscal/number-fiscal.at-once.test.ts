/** A request that failed at first is tried again from two sides at once: it has the number of the first, and the other hears that one, on PostgreSQL too. */
import { expect, it } from "vitest"
import { lockRequest, requestsOf, saveRequest } from "../../../hub/fiscal/requests-store.ts"
import type { TenantWrite } from "../../../hub/storage/index.ts"
import { onPostgres } from "../../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { openTestHub } from "../../kit/hub.ts"
import { meetWrite } from "../../kit/meet-step.ts"
import { TENANT } from "../../kit/orders.ts"

const ORDER = "numbered-1"

onPostgres((open) => {
  it("a request that failed and is retried twice at once gets one number", async () => {
    const hub = await openTestHub(open)
    const ask = () => hub.call("POST", NUMBERING, fiscalBody({ orderId: ORDER }))
    const { fiscalRequestId } = (await ask()).body.data
    const [numbered] = await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, ORDER)))
    if (!numbered) throw new Error("nothing was numbered")
    const { documentNumber } = numbered.record.representation
    const answer = await hub.beside(async ({ store }) => {
      const failed = { ...numbered.record, requestStatus: "FAILED" as const, sequence: null, sequenceKey: null }
      await store.write(TENANT, (tx) => saveRequest(tx, { ...numbered, record: failed, submission: "none" }))
      const write = async (tx: TenantWrite) => {
        await lockRequest(tx, fiscalRequestId)
        await saveRequest(tx, numbered)
      }
      return meetWrite(store, TENANT, { write, meet: ask })
    })
    expect([answer.status, answer.body.data.reused]).toEqual([200, true])
    const kept = await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, ORDER)))
    expect(kept.map(({ record }) => record.representation.documentNumber)).toEqual([documentNumber])
  })
})
