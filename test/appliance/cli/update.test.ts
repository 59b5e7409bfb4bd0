/** A version brought on a stick: what is wrong with the two files is said at once, and changes nothing. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { runUpdate } from "../../../appliance/cli/update.ts"
import { manifestText } from "../../../protocol/rules/updates/update-manifest.ts"
import { createReleaseKeys, signManifest } from "../../../runtime/release-keys.ts"
import { manifestOf } from "../../installer/updater-runs.ts"
import { openLoneBox } from "../../kit/lone-box.ts"
import { outputOf } from "../../kit/output-of.ts"
import { tempDir } from "../../kit/temp.ts"

const ARCHIVE = Buffer.from("a release, ".repeat(500))
const keys = createReleaseKeys()

it("accepts a signed version with its archive, and the box continues from there", async () => {
  const { put, data } = await aStick()
  expect(await put("manifest.json", "archive.tar.gz")).toBe("0 done: the running box continues from here\n")
  expect(existsSync(join(data, "update", "brasa-99.0.0.tar.gz"))).toBe(true)
})

it("reports what is wrong with the files, and stores none of them", async () => {
  const { put, dir, data } = await aStick()
  writeFileSync(join(dir, "half.tar.gz"), ARCHIVE.subarray(0, 100))
  writeFileSync(join(dir, "notes.txt"), "to do")
  mkdirSync(join(dir, "folder"))
  const faults = [
    await put("gone.json", "archive.tar.gz"),
    await put("folder", "archive.tar.gz"),
    await put("notes.txt", "archive.tar.gz"),
    await put("archive.tar.gz", "manifest.json"),
    await put("manifest.json", "half.tar.gz"),
  ]
  expect(faults.map((said) => said.replaceAll(`${dir}/`, ""))).toEqual([
    '2 there is no file "gone.json"; see --help',
    '2 there is no file "folder"; see --help',
    "2 notes.txt: is not a manifest written by brasa release sign",
    "2 archive.tar.gz: is not a manifest written by brasa release sign",
    "2 half.tar.gz: is not the archive that manifest.json describes",
  ])
  expect(existsSync(join(data, "update"))).toBe(false)
})

/** A box and two good files; the platform is this machine's. */
async function aStick() {
  const { data } = await openLoneBox()
  const dir = tempDir()
  const manifest = {
    ...manifestOf("99.0.0", ARCHIVE),
    platform: `${process.platform}-${process.arch}`,
    minVersion: "0.0.1",
  }
  writeFileSync(join(dir, "manifest.json"), JSON.stringify(signManifest(manifestText(manifest), keys.privatePem)))
  writeFileSync(join(dir, "archive.tar.gz"), ARCHIVE)
  writeFileSync(join(dir, "keys.pem"), keys.publicPem)
  const flags = ["--data", data, "--release-keys", join(dir, "keys.pem"), "--updater-state", dir]
  const put = (one: string, two: string) =>
    outputOf(() => runUpdate(["put", join(dir, one), join(dir, two), ...flags], {}))
  return { put, dir, data }
}
