/** The authority rules before its answer to the submission is written: on PostgreSQL, where both are transactions at once, its word stands. */
import { expect, it } from "vitest"
import type { FiscalAuthority } from "../../../hub/fiscal/index.ts"
import { lockRequest, requestsOf, saveRequest } from "../../../hub/fiscal/requests-store.ts"
import { fence } from "../../../hub/storage/index.ts"
import { onPostgres } from "../../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { openTestHub } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"
import { whenWaiting } from "../../kit/meet-step.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { TENANT } from "../../kit/orders.ts"

const RULED = { documentStatus: "AUTHORIZED" } as const

onPostgres((open) => {
  it("a document that is ruled while its submission is recorded keeps the ruling", async () => {
    let answer = () => {}
    let submitted = () => {}
    const submitting = new Promise<void>((resolve) => {
      submitted = resolve
    })
    const authority: FiscalAuthority = {
      submit: () =>
        new Promise((resolve) => {
          answer = () => resolve({ is: "taken" })
          submitted()
        }),
      ask: async () => ({ is: "taken" }),
    }
    const hub = await openTestHub(open, { authorities: { sandbox: authority } })
    await hub.call("POST", ORDERS, orderBody({ orderId: "ruled-1" }))
    const { body } = await hub.call("POST", NUMBERING, fiscalBody({ orderId: "ruled-1" }))
    await submitting
    await hub.beside(({ store }) =>
      store.system.write(async (scope) => {
        const tx = fence(scope, TENANT, store.dialect)
        const request = await lockRequest(tx, body.data.fiscalRequestId)
        if (!request) throw new Error("nothing was numbered")
        await saveRequest(tx, { ...request, record: { ...request.record, ...RULED }, submission: "ruled" })
        answer()
        await whenWaiting(scope, 1)
      }),
    )
    const jobs = () => hub.hub.jobs.list({ kind: "fiscal.submit", status: "processed", limit: 5 })
    await until(async () => (await jobs()).length === 1)
    const kept = await hub.beside(({ store }) => store.read(TENANT, (scope) => requestsOf(scope, "ruled-1")))
    expect(kept).toMatchObject([{ submission: "ruled", record: RULED }])
  })
})
