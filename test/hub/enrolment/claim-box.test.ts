import { describe, expect, it } from "vitest"
import { authenticateBox } from "../../../hub/enrolment/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"

const CLAIMS = "/api/box/v1/claims"
const TEN_MINUTES_MS = 10 * 60_000
const NOT_FOUND = { status: 404 }

async function openClaim({ call }: TestHub) {
  const answer = await call("POST", CLAIMS, { epoch: crypto.randomUUID(), appVersion: "1.0.0" }, null)
  expect(answer.status).toBe(201)
  return answer.body.data as { claimId: string; code: string; pollToken: string; expiresAt: string }
}

const poll = ({ call }: TestHub, { claimId, pollToken }: { claimId: string; pollToken: string }) =>
  call("POST", `${CLAIMS}/${claimId}/poll`, { pollToken }, null)

const enters = ({ beside }: TestHub, password: string) =>
  beside(({ store }) => authenticateBox(store, { storeId: STORE, password }))

eachDatabase((_engine, open) => {
  describe("a box without a store", () => {
    it("shows a code of eight unambiguous characters for ten minutes", async () => {
      const hub = await openTestHub(open)
      const claim = await openClaim(hub)
      expect(claim.code).toMatch(/^[2-9A-HJKMNP-TW-Z]{8}$/)
      expect(Date.parse(claim.expiresAt) - hub.clock.ms()).toBe(TEN_MINUTES_MS)
      expect((await poll(hub, claim)).body.data).toEqual({ status: "waiting", credential: null })
      hub.clock.advance(TEN_MINUTES_MS)
      expect(await poll(hub, claim)).toMatchObject(NOT_FOUND)
      expect(await hub.hub.operator.claim(claim.code, STORE)).toMatchObject({ refused: "NOT_FOUND" })
    })

    it("gets nothing with a wrong poll token", async () => {
      const hub = await openTestHub(open)
      const claim = await openClaim(hub)
      expect(await poll(hub, { ...claim, pollToken: "guess" })).toMatchObject(NOT_FOUND)
    })

    it("gets its store once by the code, however it is typed", async () => {
      const hub = await openTestHub(open)
      const { code } = await openClaim(hub)
      const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase()
      expect(await hub.hub.operator.claim(typed, STORE)).toEqual({ storeName: "Acme Amazonas" })
      expect(await hub.hub.operator.claim(code, STORE)).toMatchObject({ refused: "NOT_FOUND" })
    })

    it("gets a new credential at each poll until one is used; then the claim ends", async () => {
      const hub = await openTestHub(open)
      const claim = await openClaim(hub)
      await hub.hub.operator.claim(claim.code, STORE)
      const first = (await poll(hub, claim)).body.data.credential
      const second = (await poll(hub, claim)).body.data.credential
      expect(second.storeId).toBe(STORE)
      expect(second.password).not.toBe(first.password)
      expect(await enters(hub, first.password)).toBe(false)
      expect(await enters(hub, second.password)).toBe(true)
      expect(await poll(hub, claim)).toMatchObject(NOT_FOUND)
      expect(await enters(hub, second.password)).toBe(true)
    })

    it("that replaces another box shuts that one out", async () => {
      const hub = await openTestHub(open)
      const [old, fresh] = [await openClaim(hub), await openClaim(hub)]
      await hub.hub.operator.claim(old.code, STORE)
      const { password } = (await poll(hub, old)).body.data.credential
      expect(await enters(hub, password)).toBe(true)
      await hub.hub.operator.claim(fresh.code, STORE)
      expect(await enters(hub, password)).toBe(false)
      expect((await poll(hub, fresh)).body.data.status).toBe("claimed")
    })

    it("cannot get a store that does not exist", async () => {
      const hub = await openTestHub(open)
      const { code } = await openClaim(hub)
      expect(await hub.hub.operator.claim(code, "nowhere")).toMatchObject({ details: [{ path: "store" }] })
    })
  })
})
