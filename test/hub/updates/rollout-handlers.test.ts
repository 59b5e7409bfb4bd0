/** Headquarters sees how far a version has come, halts a ring and lets it go on, and moves a store; another account's stores are nobody's. */
import { expect, it } from "vitest"
import { createUpdatesAdmin } from "../../../hub/updates/index.ts"
import { manifestText } from "../../../protocol/rules/updates/update-manifest.ts"
import { createReleaseKeys, signManifest } from "../../../runtime/release-keys.ts"
import { manifestOf } from "../../installer/updater-runs.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { signIn } from "../../kit/people.ts"

const { privatePem } = createReleaseKeys()
const EXPIRES = "2026-12-05T09:00:00.000Z"
const UPDATES = "/api/admin/updates"
const RING = `/api/admin/stores/${STORE}/ring`

function signed(version: string, rings: readonly string[]) {
  const issued = { issuedAt: "2026-11-21T09:00:00.000Z", expiresAt: EXPIRES, platform: "linux-x64" }
  return signManifest(manifestText({ ...manifestOf(version, Buffer.from("release")), ...issued, rings }), privatePem)
}

async function boxOf({ call, hub }: TestHub) {
  const opened = await call("POST", "/api/box/v1/claims", { epoch: crypto.randomUUID(), appVersion: "1.0.0" }, null)
  const { code, claimId, pollToken } = opened.body.data
  await hub.operator.claim(code, STORE)
  const { password } = (await call("POST", `/api/box/v1/claims/${claimId}/poll`, { pollToken }, null)).body.data
    .credential
  return async (running: string): Promise<string | null> => {
    const body = { storeId: STORE, password, running, platform: "linux-x64" }
    const { offer } = (await call("POST", "/api/box/v1/update", body, null)).body.data
    return offer && JSON.parse(offer.manifest).version
  }
}

eachDatabase((_engine, open) => {
  it("shows what each ring gets and runs; a halt stops only newer versions", async () => {
    const hub = await openTestHub(open)
    const ask = await boxOf(hub)
    const person = await signIn(hub, "operations")
    const rings = async () => (await person.call("GET", UPDATES)).body.data.rings
    await hub.beside(async ({ store }) => {
      const desk = createUpdatesAdmin({ store })
      for (const one of [signed("1.0.0", ["all"]), signed("1.1.0", ["all"]), signed("1.2.0", ["first"])])
        await desk.publish(one, "https://downloads.example/brasa.tar.gz")
    })
    expect(await ask("1.0.0")).toBe("1.1.0")
    const all = { ring: "all", haltedAt: null, versions: [{ version: "1.0.0", stores: 1 }] }
    expect(await rings()).toMatchObject([
      { ...all, offer: { version: "1.1.0", expiresAt: EXPIRES } },
      { ring: "first", offer: { version: "1.2.0" }, versions: [] },
    ])

    expect((await person.call("PUT", `${UPDATES}/all/halt`, { halted: true })).status).toBe(200)
    expect(await ask("1.0.0")).toBe("1.0.0")
    expect((await rings())[0].haltedAt).toBe(hub.clock.iso())
    await person.call("PUT", `${UPDATES}/all/halt`, { halted: false })
    expect(await ask("1.0.0")).toBe("1.1.0")

    expect((await person.call("PUT", RING, { ring: "first" })).body.data).toEqual({
      storeId: STORE,
      ring: "first",
      running: "1.0.0",
    })
    expect(await ask("1.1.0")).toBe("1.2.0")
    expect((await rings())[1].versions).toEqual([{ version: "1.1.0", stores: 1 }])
    const trail = (await (await signIn(hub, "owner")).call("GET", "/api/admin/audit")).body.data?.items ?? []
    const deeds = trail.map(({ action }: { action: string }) => action)
    expect(deeds).toEqual(expect.arrayContaining(["updates.ring", "updates.resume", "updates.halt"]))
  })

  it("belongs to one account: a halt of another has no effect, and its stores cannot be moved", async () => {
    const hub = await openTestHub(open)
    const ask = await boxOf(hub)
    await hub.beside(({ store }) =>
      createUpdatesAdmin({ store }).publish(signed("1.1.0", ["all"]), "https://downloads.example/brasa.tar.gz"),
    )
    expect(await ask("1.0.0")).toBe("1.1.0")
    const narrow = await signIn(hub, "operations", { vendorIds: ["acme.ec.guayaquil"] })
    expect((await narrow.call("PUT", RING, { ring: "first" })).status).toBe(404)
    expect((await narrow.call("GET", RING)).status).toBe(404)
    expect((await narrow.call("PUT", `${UPDATES}/all/halt`, { halted: true })).status).toBe(200)
    expect(await ask("1.0.0")).toBe("1.1.0")
    expect((await narrow.call("GET", UPDATES)).body.data.rings).toMatchObject([{ ring: "all", versions: [] }])
    const other = { halted: true, vendorId: "acme.ec.quito" }
    expect((await narrow.call("PUT", `${UPDATES}/all/halt`, other)).status).toBe(404)
    expect((await narrow.call("PUT", RING, { ring: "First!" })).status).toBe(400)
  })
})
