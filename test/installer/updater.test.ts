/** The updater on release folders of its own: what it takes, what it refuses, and that a power cut after any step leaves a version that sells. */
import { symlinkSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { createReleaseKeys } from "../../runtime/release-keys.ts"
import { tempDir, whenOver } from "../kit/temp.ts"
import { type Machine, type MachineOptions, openMachine } from "./machine.ts"
import { bundleUpdater } from "./updater-runs.ts"

let updater: string
beforeAll(async () => {
  updater = await bundleUpdater(tempDir())
})

async function machine(): Promise<Machine> {
  const opened = await openMachine(tempDir(), updater)
  whenOver(opened.close)
  return opened
}

async function asked(version: string, options?: MachineOptions): Promise<Machine> {
  const one = await machine()
  one.ask(version, options)
  return one
}

const outcome = (one: Machine) => [one.state().last?.outcome, one.serves(), one.linked()]

it("a new version is installed once, and the old one kept", async () => {
  const one = await asked("1.1.0")
  await one.update()
  expect(outcome(one)).toEqual(["applied", "1.1.0", "1.1.0"])
  expect(await one.update()).toEqual([])
  one.ask("1.2.0")
  await one.update()
  expect(outcome(one)).toEqual(["applied", "1.2.0", "1.2.0"])
})

describe("an update is refused without a change:", () => {
  const stranger = createReleaseKeys()
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  it.each<[string, MachineOptions, RegExp, string?]>([
    ["a signature of somebody else", { privatePem: stranger.privatePem }, /no pinned key/],
    ["an older version, well signed", { manifest: { minVersion: "0.1.0" } }, /OLDER_VERSION/, "0.9.0"],
    ["a manifest that has run out", { manifest: { issuedAt: ago(2), expiresAt: ago(1) } }, /EXPIRED/],
    ["a version that needs another first", { manifest: { minVersion: "1.0.1" } }, /TOO_OLD_TO_JUMP/],
    ["another machine's archive", { manifest: { platform: "other-m1" } }, /OTHER_PLATFORM/],
    ["an archive of the same length", { spoil: (bytes) => Buffer.alloc(bytes.length, 7) }, /hash/],
    ["an archive that was cut", { spoil: (bytes) => bytes.subarray(1) }, /smaller/],
    ["an archive that was made longer", { spoil: (bytes) => Buffer.concat([bytes, bytes]) }, /larger/],
    ["an archive of another version", { manifest: { version: "1.1.1" } }, /contains version 1.1.0/],
    ["a version that fails its rehearsal", { marks: ["no-rehearsal"] }, /no paper came/],
  ])("%s", async (_what, options, why, version = "1.1.0") => {
    const one = await asked(version, options)
    const steps = await one.update()
    expect(outcome(one)).toEqual(["refused", "1.0.0", "1.0.0"])
    expect(one.state().last?.why).toMatch(why)
    expect(steps).not.toContain("stopped")
  })

  it("a version that failed its rehearsal, but it may try three times", async () => {
    const one = await asked("1.1.0", { marks: ["no-rehearsal"] })
    for (const why of [/no paper/, /no paper/, /no paper/, /FAILED_HERE/]) {
      await one.update()
      expect(one.state().last?.why).toMatch(why)
      one.ask("1.1.0", { marks: ["no-rehearsal"] })
    }
    expect(outcome(one)).toEqual(["refused", "1.0.0", "1.0.0"])
  })

  it("a manifest older than an earlier one", async () => {
    const one = await asked("1.2.0", { marks: ["no-rehearsal"] })
    await one.update()
    one.ask("1.1.0", { manifest: { issuedAt: ago(1) } })
    await one.update()
    expect(outcome(one)).toEqual(["refused", "1.0.0", "1.0.0"])
    expect(one.state().last?.why).toMatch(/SUPERSEDED/)
  })

  it("a link instead of an archive, or an invalid request", async () => {
    const one = await asked("1.1.0")
    const archive = join(one.dir, "spool", "archive.tar.gz")
    unlinkSync(archive)
    symlinkSync("/etc/passwd", archive)
    await one.update()
    expect(one.state().last?.why).toMatch(/cannot be opened/)
    for (const text of ["", "{}", JSON.stringify({ signed: { manifest: "x" }, archive: "../x" })]) {
      writeFileSync(join(one.dir, "spool", "request.json"), text)
      await one.update()
      expect(one.state().last?.why).toMatch(/cannot be read/)
    }
    expect(outcome(one)).toEqual(["refused", "1.0.0", "1.0.0"])
  })
})

describe("a version that does not answer", () => {
  it("is rolled back and not tried again", async () => {
    const one = await asked("1.1.0", { marks: ["broken"] })
    await one.update()
    expect(outcome(one)).toEqual(["went_back", "1.0.0", "1.0.0"])
    one.ask("1.1.0")
    await one.update()
    expect(one.state().last?.why).toMatch(/FAILED_HERE/)
    one.ask("1.1.1")
    await one.update()
    expect(outcome(one)).toEqual(["applied", "1.1.1", "1.1.1"])
  })

  it("is rolled back after three exits within a minute, and its last output is kept", async () => {
    const one = await asked("1.1.0", { marks: ["exits"] })
    // As a process, which ends only once nothing waits any more.
    expect((await one.update("nothing")).join("\n")).toContain("went_back")
    expect(outcome(one)).toEqual(["went_back", "1.0.0", "1.0.0"])
    expect(one.state().last?.why).toBe(
      "1.1.0 ended 3 times within a minute. Its last words:\nTypeError: no such menu\n    at start (brasa.js:1:1)",
    )
  })

  it("stays if the old one could not read its data", async () => {
    const one = await machine()
    one.makeRelease("1.0.0", ["no-return"])
    one.ask("1.1.0", { marks: ["broken"] })
    await one.update()
    expect(one.state().last?.outcome).toBe("kept")
    expect(one.linked()).toBe("1.1.0")
  })
})

describe("after a power cut", () => {
  const GOOD = [
    "placing 1.0.0 → 1.1.0",
    "placed",
    "rehearsed",
    "flipping 1.0.0 → 1.1.0",
    "stopped",
    "flipped",
    "watching 1.0.0 → 1.1.0",
    "started",
    "answered",
    "gated",
    "applied",
  ]
  const BAD = ["returning 1.0.0 → 1.1.0", "stopped to return", "returned", "started again"]

  it("the steps are known", async () => {
    const one = await asked("1.1.0")
    expect([...new Set(await one.update())]).toEqual(GOOD)
  })

  it.each(GOOD)("a good version is installed: %s", async (step) => {
    const one = await asked("1.1.0")
    expect((await one.update(step)).at(-1)).toBe(step)
    one.boot()
    expect(["1.0.0", "1.1.0"]).toContain(one.serves())
    await one.update()
    expect(outcome(one)).toEqual(["applied", "1.1.0", "1.1.0"])
  })

  it.each([...GOOD.slice(3, 8), ...BAD])("a bad version is rolled back: %s", async (step) => {
    const one = await asked("1.1.0", { marks: ["broken"] })
    expect((await one.update(step)).at(-1)).toBe(step)
    one.boot()
    await one.update()
    expect(outcome(one)).toEqual(["went_back", "1.0.0", "1.0.0"])
  })

  it("a version that takes the machine down each time is given up", async () => {
    const one = await asked("1.1.0")
    for (let n = 0; n < 3; n += 1) await one.update("started")
    one.boot()
    await one.update()
    expect(outcome(one)).toEqual(["went_back", "1.0.0", "1.0.0"])
  })
})
