/**
 * The package: what its parts say agrees with the program; and, by `npm run soak -- package`, the built one installed into a Debian that
 * nothing was ever done to, where it sells as its own user, is upgraded, removed and purged.
 */
import { copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { APPLIANCE_FLAGS } from "../../appliance/config.ts"
import { HUB_FLAGS } from "../../hub/config.ts"
import packageJson from "../../package.json" with { type: "json" }
import type { FlagTable } from "../../runtime/flags.ts"
import { productRoot } from "../../runtime/root.ts"
import { runWatchedNow } from "../kit/watched-process.ts"
import { buildPackage, packUpdate, remake } from "./clean-root/packages.ts"
import { type CleanRoot, openCleanRoot } from "./clean-root/root.ts"
import { type InstalledStore, openInstalledStore } from "./clean-root/store.ts"
import { trustReleases, updateTo } from "./clean-root/updater.ts"

const INSTALLER = join(productRoot(), "installer")
const LONG = process.env.BRASA_PACKAGE === "1"
const BUILD_MS = 900_000

describe("the content of the package", () => {
  it.each([
    ["appliance.env", APPLIANCE_FLAGS],
    ["hub.env", HUB_FLAGS],
  ] as const)("%s names only existing settings", (file, flags: FlagTable) => {
    const known = Object.values(flags).map(({ env }) => env)
    const named = [...textOf("etc", file).matchAll(/^#?(BRASA_[A-Z_]+)=/gm)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter((name) => !known.includes(name))).toEqual([])
  })

  it.each(["config", "preinst", "postinst", "prerm", "postrm"])("debian/%s is a valid sh script", (name) => {
    expect(runWatchedNow("sh", ["-n", join(INSTALLER, "debian", name)]).err).toBe("")
  })

  it("units restart by themselves, are watched, and run as a user of their own", () => {
    for (const name of ["brasa-appliance.service", "brasa-hub.service"]) {
      const unit = textOf("systemd", name)
      const wanted = [
        "Type=notify",
        "NotifyAccess=all",
        "WatchdogSec=",
        "Restart=always",
        "User=brasa",
        "StartLimitIntervalSec=0",
      ]
      const hardened = ["NoNewPrivileges=yes", "ProtectSystem=strict", "PrivateTmp=yes", "CapabilityBoundingSet=\n"]
      expect([...wanted, ...hardened].filter((line) => !unit.includes(line))).toEqual([])
    }
  })
})

/** One story, in order: each step stands on the one before. */
describe.runIf(LONG)("the built package in a clean Debian", () => {
  let root: CleanRoot
  let store: InstalledStore
  let file = ""

  beforeAll(() => {
    file = buildPackage()
    root = openCleanRoot()
  }, BUILD_MS)

  afterAll(() => root.close())

  it("has units that systemd accepts", () => {
    const units = readdirSync(join(INSTALLER, "systemd")).map((name) => join(INSTALLER, "systemd", name))
    const said = runWatchedNow("systemd-analyze", ["verify", ...units]).err.split("\n")
    // What they start is not on the machine that builds.
    expect(said.filter((line) => line !== "" && !line.includes("is not executable"))).toEqual([])
  })

  it("is installed with users, settings and data of its own", () => {
    install(file)
    expect(running()).toBe(packageJson.version)
    expect(root.must(["brasa", "--help"])).toContain("Usage: brasa COMMAND")
    expect(
      root.must(["stat", "-c", "%U:%G %a", "/var/lib/brasa", "/etc/brasa/hub.env"]).split("\n").slice(0, 2),
    ).toEqual(["brasa:brasa 750", "root:brasa 640"])
    expect(startedWithTheMachine()).toContain("brasa-appliance.service")
    expect(startedWithTheMachine()).not.toContain("brasa-hub.service")
    expect(root.must(["id", "-nG", "brasa"]).trim().split(" ").sort()).toEqual(["brasa", "dialout", "lp"])
  })

  it("has every native module that it needs", () => {
    const names = ["better-sqlite3", "serialport", "@resvg/resvg-js", `@lydell/node-pty-linux-${process.arch}/pty.node`]
    const load = names.map((name) => `require(${JSON.stringify(name)})`).join(";")
    const at = "/opt/brasa/current"
    root.must([
      "sh",
      "-c",
      `cd ${at} && exec node/bin/node --input-type=commonjs -e '${load}; new (require("better-sqlite3"))(":memory:")'`,
    ])
  })

  it("sells as its own user, and owns nothing on disk that is another's", async () => {
    store = await openInstalledStore(root)
    await store.sell("clean-1")
    const status = readFileSync(`/proc/${store.box().pid}/status`, "utf8")
    const uid = statSync(root.path("var/lib/brasa/box")).uid
    expect(uid).not.toBe(0)
    expect(status).toContain(`Uid:\t${uid}\t${uid}\t${uid}\t${uid}`)
    expect(root.must(["find", "/var/lib/brasa", "!", "-user", "brasa"])).toBe("")
  })

  it("is upgraded: the new release sells on the same data, and the old one stays beside it", async () => {
    await store.stopBox()
    install(remake(file, "0.1.1"))
    expect(running()).toBe("0.1.1")
    expect(
      root.must(["/opt/brasa/releases/0.1.0/node/bin/node", "/opt/brasa/releases/0.1.0/bin/brasa.mjs", "--help"]),
    ).toContain("Usage")
    await store.startBox()
    expect(await store.isPaidAtBox("clean-1")).toBe(true)
    await store.sell("clean-2")
  })

  it("does not give away the target of a symbolic link that the service user put in place of a data folder", () => {
    const data = "/var/lib/brasa/hub"
    root.must(["sh", "-c", `mkdir /srv/of-root && mv ${data} ${data}.aside && ln -s /srv/of-root ${data}`])
    root.must(["dpkg-reconfigure", "--frontend=noninteractive", "brasa"])
    expect(root.must(["stat", "-c", "%U", "/srv/of-root"]).trim()).toBe("root")
    root.must(["sh", "-c", `rm ${data} && mv ${data}.aside ${data}`])
  })

  it("is updated by the updater as root: a signed version sells on the same data as the box's user", async () => {
    trustReleases(root)
    const { steps, last } = await updateTo(root, store, packUpdate(file, "0.1.2"))
    expect([last.to, last.outcome, last.why, running()]).toEqual(["0.1.2", "applied", null, "0.1.2"])
    expect(steps).toContain("rehearsed")
    await store.box().says(/the box is up/)
    expect(await store.isPaidAtBox("clean-2")).toBe(true)
    await store.sell("clean-updated")
    expect(root.must(["find", "/var/lib/brasa", "!", "-user", "brasa"])).toBe("")
    expect(root.must(["find", "/opt/brasa", "!", "-user", "root"])).toBe("")
  })

  it("returns to the old version when a new one crashes, and sells", async () => {
    const { last } = await updateTo(root, store, packUpdate(file, "0.1.3", { dies: true }))
    expect([last.to, last.outcome, running()]).toEqual(["0.1.3", "went_back", "0.1.2"])
    await store.box().says(/the box is up/)
    await store.sell("clean-back")
    expect(root.run(["brasa", "appliance", "update"]).out).toContain("went_back")
  })

  it("refuses a release that does not run here, and the old one keeps selling", async () => {
    await store.stopBox()
    const done = tryInstall(remake(file, "0.1.4", { broken: true }))
    expect(done.code).not.toBe(0)
    expect(done.err).toContain("does not run on this machine")
    expect(running()).toBe("0.1.2")
    await store.startBox()
    await store.sell("clean-3")
    await store.stopAll()
    install(remake(file, "0.1.5"))
  })

  it("never installs an older release after a newer one had the data", () => {
    const done = tryInstall(file)
    expect(done.code).toBe(0)
    expect(done.err).toContain("0.1.5 is running already and stays")
    expect(running()).toBe("0.1.5")
  })

  it("keeps settings and data when it is removed, and sells when it is installed again", async () => {
    root.must(["dpkg", "--remove", "brasa"])
    expect(existsSync(root.path("opt/brasa"))).toBe(false)
    expect(existsSync(root.path("usr/bin/brasa"))).toBe(false)
    expect(existsSync(root.path("var/lib/brasa/box/box.db"))).toBe(true)
    expect(readFileSync(root.path("etc/brasa/appliance.env"), "utf8")).toContain("BRASA_HUB=http://127.0.0.1")
    install(remake(file, "0.1.5"))
    await store.startBox()
    expect(await store.isPaidAtBox("clean-3")).toBe(true)
    await store.stopBox()
  })

  it("keeps the data when it is purged, unless the answer was otherwise", () => {
    root.must(["dpkg", "--purge", "brasa"])
    expect(existsSync(root.path("var/lib/brasa/box/box.db"))).toBe(true)
    install(file)
    root.must(["debconf-set-selections"], "brasa brasa/purge-data boolean true\n")
    root.must(["dpkg", "--purge", "brasa"])
    expect(existsSync(root.path("var/lib/brasa"))).toBe(false)
    expect(readdirSync(root.path("etc")).filter((name) => name.startsWith("brasa"))).toEqual(["brasa"])
    expect(startedWithTheMachine()).toEqual([])
    // What the test put there itself, dpkg never knew.
    expect(readdirSync(root.path("etc/brasa"))).toEqual(["release-keys.pem", "tenants.json"])
  })

  const tryInstall = (deb: string) => {
    copyFileSync(deb, root.path("tmp/brasa.deb"))
    return root.run(["dpkg", "--install", "/tmp/brasa.deb"])
  }
  const install = (deb: string) => {
    const done = tryInstall(deb)
    if (done.code !== 0) throw new Error(done.out + done.err)
  }
  const startedWithTheMachine = () => {
    const wants = root.path("etc/systemd/system/multi-user.target.wants")
    return existsSync(wants) ? readdirSync(wants).filter((name) => name.startsWith("brasa-")) : []
  }
  const running = () => {
    expect(lstatSync(root.path("opt/brasa/current")).isSymbolicLink()).toBe(true)
    return readlinkSync(root.path("opt/brasa/current")).replace("releases/", "")
  }
})

function textOf(...path: string[]): string {
  return readFileSync(join(INSTALLER, ...path), "utf8")
}
