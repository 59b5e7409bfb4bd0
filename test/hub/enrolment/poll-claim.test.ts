/** A box asks for its credential while another is given its store: from that commit on it is shut out, on PostgreSQL too. */
import { expect, it } from "vitest"
import { authenticateBox } from "../../../hub/enrolment/index.ts"
import { onPostgres } from "../../kit/databases.ts"
import { type Answer, openTestHub, STORE } from "../../kit/hub.ts"
import { openClaim, whenWaiting } from "../../kit/meet-step.ts"

const CLAIMS = "/api/box/v1/claims"

onPostgres((open) => {
  it("a box that polls during another claim of its store gets no valid credential", async () => {
    const hub = await openTestHub(open)
    const { body } = await hub.call("POST", CLAIMS, { epoch: crypto.randomUUID(), appVersion: "1.0.0" }, null)
    const { claimId, code, pollToken } = body.data
    await hub.hub.operator.claim(code, STORE)
    let polling: Promise<Answer> | undefined
    await hub.hub.operator.claim(await openClaim(hub), STORE, async (scope) => {
      polling = hub.call("POST", `${CLAIMS}/${claimId}/poll`, { pollToken }, null)
      await whenWaiting(scope, 1)
      return null
    })
    const answer = await polling
    const password = answer?.body.data?.credential?.password ?? ""
    const enters = await hub.beside(({ store }) => authenticateBox(store, { storeId: STORE, password }))
    expect([answer?.status, enters]).toEqual([404, false])
  })
})
