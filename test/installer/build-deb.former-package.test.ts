/**
 * A package of before, with another Node and another SQLite perhaps, and the one that this checkout builds, on the same data: by
 * `npm run soak -- package --from FILE`, where FILE is that package.
 */
import { copyFileSync, existsSync, readFileSync, readlinkSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../e2e/store-day/insist.ts"
import { buildPackage, packUpdate, remake } from "./clean-root/packages.ts"
import { type CleanRoot, openCleanRoot } from "./clean-root/root.ts"
import { type InstalledStore, openInstalledStore } from "./clean-root/store.ts"
import { trustReleases, updateTo } from "./clean-root/updater.ts"

const FROM = process.env.BRASA_PACKAGE_FROM
const BUILD_MS = 900_000
const AS_BOX = ["setpriv", "--reuid=brasa", "--regid=brasa", "--init-groups", "--"]

/** One story, in order: each step stands on the one before. */
describe.runIf(FROM)("an older package, and the built one after it", () => {
  let root: CleanRoot
  let store: InstalledStore
  let file = ""
  let before = ""

  beforeAll(() => {
    file = buildPackage()
    root = openCleanRoot()
  }, BUILD_MS)

  afterAll(() => root.close())

  it("the older one sells", async () => {
    install(FROM as string)
    before = running()
    store = await openInstalledStore(root)
    await store.sell("former-1")
    trustReleases(root)
  })

  it("returns if the new one crashes, and sells", async () => {
    const { last, steps } = await updateTo(root, store, packUpdate(file, "0.1.1", { dies: true }))
    expect([last.outcome, running()]).toEqual(["went_back", before])
    expect(steps).toContain("rehearsed")
    await store.box().says(/the box is up/)
    await store.sell("former-2")
  })

  it("returns if the new one has used the data but does not stay, and sells with all of it", async () => {
    const { last, steps } = await updateTo(root, store, packUpdate(file, "0.1.2", { lies: true }))
    expect([last.outcome, last.why, running()]).toEqual([
      "went_back",
      expect.stringContaining("does not answer; the last answer was: "),
      before,
    ])
    expect(steps).toContain("rehearsed")
    await store.box().says(/the box is up/)
    for (const sold of ["former-1", "former-2"]) expect(await store.isPaidAtBox(sold)).toBe(true)
    // Where a migration was taken back with the database, the box numbers no sale before the hub has told it which numbers were given.
    await eventually(() => store.sell("former-3").then(() => null, String))
  })

  it("is replaced by the new one, box and hub, which sells on the same data with its own Node", async () => {
    const { last } = await updateTo(root, store, packUpdate(file, "0.1.3"))
    expect([last.to, last.outcome, last.why, running()]).toEqual(["0.1.3", "applied", null, "0.1.3"])
    await store.box().says(/the box is up/)
    expect(await store.isPaidAtBox("former-3")).toBe(true)
    await store.restartHub()
    await store.sell("former-4")
    expect(nodeOf("0.1.3")).toBe(aboutOf("0.1.3").node)
    expect(nodeOf(before)).toBe(aboutOf(before).node)
  })

  it("can be installed again by hand if no migration is between, and the new one after it", async () => {
    await store.stopBox()
    const sold = ["former-1", "former-4"]
    if (canGoOn(before)) sold.push(await sellByHand("former-5"))
    install(remake(file, "0.1.4"))
    expect(running()).toBe("0.1.4")
    await store.restartHub()
    await store.startBox()
    for (const one of sold) expect(await store.isPaidAtBox(one)).toBe(true)
    await store.sell("former-6")
    await powerCut()
    if (canGoOn(before)) await sellByHand("former-7")
    await store.stopAll()
  })

  /** As an administrator who must would. */
  const sellByHand = async (orderId: string) => {
    root.must(["ln", "-sfn", `releases/${before}`, "/opt/brasa/current"])
    await store.startBox()
    expect(await store.isPaidAtBox("former-4")).toBe(true)
    await store.sell(orderId)
    await powerCut()
    return orderId
  }
  const canGoOn = (version: string) => {
    const program = ["node/bin/node", "bin/brasa.mjs"].map((word) => `/opt/brasa/releases/${version}/${word}`)
    const words = ["appliance", "rehearse", "--can-open", "--data", "/var/lib/brasa/box"]
    return existsSync(root.path(program[0] as string)) && root.run([...AS_BOX, ...program, ...words]).code === 0
  }
  /** What then lies in SQLite's log is for the other one to read. */
  const powerCut = () => {
    process.kill(store.box().pid, "SIGKILL")
    return store.stopBox()
  }
  const install = (deb: string) => {
    copyFileSync(deb, root.path("tmp/brasa.deb"))
    root.must(["dpkg", "--install", "/tmp/brasa.deb"])
  }
  const running = () => readlinkSync(root.path("opt/brasa/current")).replace("releases/", "")
  const aboutOf = (version: string): { node: string } =>
    JSON.parse(readFileSync(root.path(`opt/brasa/releases/${version}/package.json`), "utf8"))
  const nodeOf = (version: string) =>
    root.must([`/opt/brasa/releases/${version}/node/bin/node`, "-p", "process.versions.node"]).trim()
})
