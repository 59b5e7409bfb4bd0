import { expect, it } from "vitest"
import { createUpdatesAdmin } from "../../../hub/updates/index.ts"
import { manifestText, type UpdateManifest } from "../../../protocol/rules/updates/update-manifest.ts"
import { createReleaseKeys, signManifest } from "../../../runtime/release-keys.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"

const URL_OF_IT = "https://downloads.example/brasa.tar.gz"
const { privatePem } = createReleaseKeys()

function signed(version: string, over: Partial<UpdateManifest> = {}) {
  return signManifest(
    manifestText({
      format: 1,
      product: "brasa",
      version,
      platform: "linux-x64",
      sha256: "ab".repeat(32),
      size: 1,
      minVersion: "0.1.0",
      rings: ["all"],
      issuedAt: "2026-11-21T09:00:00.000Z",
      expiresAt: "2026-12-05T09:00:00.000Z",
      ...over,
    }),
    privatePem,
  )
}

async function credentialOf({ call, hub }: TestHub): Promise<string> {
  const claim = (await call("POST", "/api/box/v1/claims", { epoch: crypto.randomUUID(), appVersion: "1.0.0" }, null))
    .body.data
  await hub.operator.claim(claim.code, STORE)
  const poll = await call("POST", `/api/box/v1/claims/${claim.claimId}/poll`, { pollToken: claim.pollToken }, null)
  return poll.body.data.credential.password
}

eachDatabase((_engine, open) => {
  it("a box is offered the newest version that is signed for its ring and its machine", async () => {
    const hub = await openTestHub(open)
    const password = await credentialOf(hub)
    const ask = async (over: object = {}) => {
      const body = { storeId: STORE, password, running: "1.0.0", platform: "linux-x64", ...over }
      const { status, body: answer } = await hub.call("POST", "/api/box/v1/update", body, null)
      return status === 200 ? answer.data : status
    }
    const atDesk = <T>(work: (updates: ReturnType<typeof createUpdatesAdmin>) => Promise<T>) =>
      hub.beside(({ store }) => work(createUpdatesAdmin({ store })))

    expect(await ask()).toEqual({ ring: "all", offer: null })
    const first = signed("1.9.0", { rings: ["first"] })
    const all = signed("1.2.0")
    for (const one of [signed("1.1.0"), all, first, signed("1.3.0", { platform: "linux-arm64" })])
      expect(await atDesk((updates) => updates.publish(one, URL_OF_IT))).toHaveProperty("version")
    expect(await ask()).toEqual({ ring: "all", offer: { ...all, url: URL_OF_IT } })

    await atDesk((updates) => updates.putIntoRing([STORE], "first"))
    expect(await ask()).toEqual({ ring: "first", offer: { ...first, url: URL_OF_IT } })
    const wider = signed("1.9.0", { rings: ["first", "all"] })
    await atDesk((updates) => updates.publish(wider, URL_OF_IT))
    expect((await ask()).offer.manifest).toBe(wider.manifest)
    await atDesk((updates) => updates.withdraw("1.9.0"))
    expect(await ask()).toEqual({ ring: "first", offer: null })

    expect(await ask({ password: "another" })).toBe(404)
    expect(await ask({ storeId: crypto.randomUUID() })).toBe(404)
    expect(await ask({ running: "latest" })).toBe(400)
  })

  it("a fault in the admin service changes nothing", async () => {
    const hub = await openTestHub(open)
    const said = await hub.beside(async ({ store }) => {
      const updates = createUpdatesAdmin({ store })
      const answers = [
        await updates.publish({ ...signed("1.1.0"), manifest: "{}" }, URL_OF_IT),
        await updates.publish(signed("1.1.0"), "ftp://x"),
        await updates.withdraw("1.1.0"),
        await updates.putIntoRing([STORE, crypto.randomUUID()], "first"),
        await updates.putIntoRing([STORE], "First!"),
      ]
      return { answers, list: await updates.list() }
    })
    expect(said.answers.map((answer) => Object(answer).refused)).toEqual([
      "VALIDATION_ERROR",
      "VALIDATION_ERROR",
      "NOT_FOUND",
      "NOT_FOUND",
      "VALIDATION_ERROR",
    ])
    expect(said.list).toEqual({ offers: [], rings: [] })
  })
})
