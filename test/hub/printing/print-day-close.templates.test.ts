/** Templates that an account keeps at the hub: put, printed by, printed by again, and each of the three warnings. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { contentHashOf } from "../../../protocol/print/build-print-job.ts"
import { seeds } from "../../../protocol/print/seed-templates.ts"
import type { Template } from "../../../protocol/print/template.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_KEY, SISTER_STORE, STORE, type TestHub, testTenants } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const DATE = "2026-11-21"
const printPath = (store: string) => `/api/v1/core/external/printing/stores/${store}/days/${DATE}`
const closePath = (store: string) => `/api/v1/core/external/stores/${store}/days/${DATE}/close`

/** The seed with another headline. */
function ours(version: number, headline: string): Template {
  const blocks = [{ t: "text" as const, s: headline }, ...seeds.day_close.blocks]
  return { ...seeds.day_close, version, blocks }
}

const textOf = (template: unknown) => JSON.stringify(template)

eachDatabase((_engine, open) => {
  let hub: TestHub

  beforeAll(async () => {
    hub = await openTestHub(open)
    await hub.call("POST", ORDERS, orderBody({ paid: "CASH", total: 19.99 }))
    await hub.call("POST", closePath(STORE))
    await hub.call("POST", closePath(SISTER_STORE), undefined, SISTER_KEY)
  })

  beforeEach(() => hub.beside(({ store }) => store.system.write(({ db }) => db.deleteFrom("print_template").execute())))

  const put = (text: string, more: { templateId?: string; countryCode?: string; vendorId?: string } = {}) =>
    hub.hub.operator.putTemplate({
      accountId: "acme",
      templateId: null,
      countryCode: null,
      vendorId: null,
      ...more,
      text,
    })

  const print = async (options: object = {}, store = STORE, key?: string) =>
    (await hub.call("POST", printPath(store), { printer: { width: 42 }, ...options }, key)).body.data

  const chosen = async (options: object = {}) => {
    const { template, warnings, paper } = await print(options)
    return { is: `${template.source} ${template.templateId} ${template.version}`, warnings, head: headOf(paper) }
  }
  const headOf = (paper: { plainText: string }) => paper.plainText.split("\n")[0]

  describe("a template of the account", () => {
    it("prints the day close from then on, and is named in the job", async () => {
      await put(textOf(ours(2, "HOLA")))
      expect(await chosen()).toEqual({ is: "account day_close 2", warnings: [], head: "HOLA" })
      expect((await print()).template.contentHash).toBe(contentHashOf(ours(2, "HOLA")))
    })

    it("prints an old version when that is named", async () => {
      await put(textOf(ours(2, "OLD")))
      await put(textOf(ours(3, "NEW")))
      expect((await chosen()).head).toBe("NEW")
      expect((await chosen({ templateId: null })).head).toBe("NEW")
      expect((await chosen({ templateId: null, templateVersion: 2 })).head).toBe("OLD")
      const again = await chosen({ templateId: "day_close", templateVersion: 2 })
      expect(again).toEqual({ is: "account day_close 2", warnings: [], head: "OLD" })
    })

    it("is replaced by the vendor's own, and replaces its country's", async () => {
      await put(textOf(ours(1, "COUNTRY")), { templateId: "ec", countryCode: "EC" })
      expect(await chosen()).toMatchObject({ is: "country ec 1", head: "COUNTRY" })
      await put(textOf(ours(1, "ACCOUNT")))
      expect((await chosen()).head).toBe("ACCOUNT")
      await put(textOf(ours(1, "VENDOR")), { templateId: "quito", vendorId: "acme.ec.quito" })
      expect((await chosen()).head).toBe("VENDOR")
      expect(headOf((await print({}, SISTER_STORE, SISTER_KEY)).paper)).toBe("ACCOUNT")
    })

    it("does not change the report's fingerprint", async () => {
      const before = (await print()).freshness.fingerprint
      await put(textOf(ours(2, "HOLA")))
      const after = await print({ printer: { width: 32 }, copies: 3 })
      expect([after.freshness.fingerprint, after.paper.copies]).toEqual([before, 3])
      expect((await print({}, SISTER_STORE, SISTER_KEY)).freshness.fingerprint).not.toBe(before)
    })
  })

  describe("the warnings", () => {
    it("TEMPLATE_FELL_BACK_TO_SEED: the named template does not exist", async () => {
      await put(textOf(ours(2, "HOLA")))
      const fell = { warnings: ["TEMPLATE_FELL_BACK_TO_SEED"], is: "seed null 1" }
      expect(await chosen({ templateId: "day_close", templateVersion: 9 })).toMatchObject(fell)
      expect(await chosen({ templateId: "other" })).toMatchObject(fell)
    })

    it("TEMPLATE_VERSION_AMBIGUOUS: a version without an id that several templates have", async () => {
      await put(textOf(ours(1, "HOLA")))
      const both = await chosen({ templateVersion: 1 })
      expect(both).toMatchObject({ is: "account day_close 1", warnings: ["TEMPLATE_VERSION_AMBIGUOUS"] })
    })

    it("TEMPLATE_UNREADABLE: the stored template is from a newer program, or damaged", async () => {
      await put(textOf(ours(2, "HOLA")))
      for (const body of ['{"blocks":[{"t":"hologram"}]}', "{"]) {
        await hub.beside(({ store }) =>
          store.system.write(({ db }) => db.updateTable("print_template").set({ body }).execute()),
        )
        const warnings = ["TEMPLATE_UNREADABLE", "TEMPLATE_FELL_BACK_TO_SEED"]
        expect(await chosen()).toMatchObject({ is: "seed null 1", warnings })
      }
    })
  })

  describe("storing a template", () => {
    it("again changes nothing; other content needs a new version", async () => {
      await put(textOf(ours(2, "HOLA")))
      expect(await put(textOf(ours(2, "HOLA")))).toMatchObject({ isNew: false })
      const changed = await put(textOf(ours(2, "ADIÓS")))
      expect(isRefusal(changed) && changed.message).toBe(
        "Version 2 of day_close is there with other content: give the change a new version.",
      )
      expect(isRefusal(await put(textOf(ours(1, "ADIÓS"))))).toBe(true)
      expect(isRefusal(await put(textOf(ours(3, "ADIÓS")), { countryCode: "BR" }))).toBe(true)
      expect((await chosen()).head).toBe("HOLA")
    })

    it("that is invalid, or for an unknown owner, is refused with each fault", async () => {
      const wrong = await put(textOf({ ...ours(2, "x"), blocks: [{ t: "shout" }], version: 0 }))
      expect(isRefusal(wrong) && wrong.details).toHaveLength(2)
      expect(isRefusal(await put("{"))).toBe(true)
      expect(isRefusal(await put(textOf(ours(2, "x")), { vendorId: "globex.br.saopaulo" }))).toBe(true)
      expect(await hub.hub.operator.templates("acme")).toEqual([])
    })
  })

  it("a provisioning file may contain templates; an existing version never changes", async () => {
    const file = (headline: string) => {
      const tenants = JSON.parse(testTenants())
      tenants.accounts[0].printTemplates = [{ countryCode: "EC", template: ours(4, headline) }]
      return JSON.stringify(tenants)
    }
    const done = await hub.hub.operator.provision(file("HOLA"))
    expect(!isRefusal(done) && done.changes).toContain("created template day_close version 4")
    expect(await chosen()).toMatchObject({ is: "country day_close 4", head: "HOLA" })
    const again = await hub.hub.operator.provision(file("HOLA"))
    expect(!isRefusal(again) && again.changes).toEqual([])
    const changed = await hub.hub.operator.provision(file("ADIÓS"))
    expect(isRefusal(changed) && changed.details?.[0]?.path).toBe("accounts.0.printTemplates.0")
  })
})
