import { describe, expect, it } from "vitest"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, READER_KEY, SISTER_KEY } from "../../kit/hub.ts"

const REASONS = "/api/v1/core/external/payment-decline-reasons"

eachDatabase((_engine, open) => {
  describe("the decline reasons of an account", () => {
    it("are listed by group, in three languages, for a key with read scope", async () => {
      const { call } = await openTestHub(open)
      const { status, body } = await call("GET", REASONS, undefined, READER_KEY)
      expect(status).toBe(200)
      const codes = body.data.groups.map((group: { code: string }) => group.code)
      expect(codes).toEqual(["funds", "card", "security", "technical", "operational"])
      expect(body.data.groups[1].reasons[0]).toEqual({
        code: "expired_card",
        groupCode: "card",
        label: { en: "Expired card", es: "Tarjeta vencida", pt: "Cartão vencido" },
        displayOrder: 1,
      })
      expect((await call("GET", REASONS, undefined, SISTER_KEY)).body).toEqual(body)
    })

    it("are the same at the store's box", async () => {
      const hub = await openTestHub(open)
      const box = await openTestBox(hub)
      expect((await box.call("GET", REASONS)).body).toEqual((await hub.call("GET", REASONS)).body)
    })
  })
})
