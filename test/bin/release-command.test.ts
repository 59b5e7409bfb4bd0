/** What whoever makes versions types: keys once, a manifest for an archive, a look at it; and a line for each thing typed wrong. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import { runRelease } from "../../bin/release-command.ts"
import { outputOf } from "../kit/output-of.ts"
import { tempDir } from "../kit/temp.ts"

const ARCHIVE = "brasa-1.4.0-linux-x64.tar.gz"
const MANIFEST = "brasa-1.4.0-linux-x64.manifest.json"
const PRIVATE = "release-key.private.pem"
const PUBLIC = "release-key.public.pem"

let dir: string
const at = (name: string) => join(dir, name)

beforeAll(async () => {
  dir = tempDir()
  writeFileSync(at(ARCHIVE), "a release")
  writeFileSync(at("notes.txt"), "to do")
  mkdirSync(at("folder"))
  await release("keygen", "--out", dir)
})

it("signs an archive and verifies it; neither overwrites a file", async () => {
  expect(await release("sign", at(ARCHIVE), "--key", at(PRIVATE), "--ring", "first")).toContain(
    "rings first, valid until",
  )
  const check = ["check", at(MANIFEST), "--keys", at(PUBLIC), "--archive", at(ARCHIVE)]
  expect(await release(...check)).toContain("is valid")
  writeFileSync(at(ARCHIVE), "another one")
  expect(await release(...check)).toBe(`${ARCHIVE}: is not the archive that was signed`)
  expect(await release("keygen", "--out", dir)).toBe(`${PRIVATE} already exists`)
})

it("names the place of each mistake, and writes nothing", async () => {
  const before = readdirSync(dir).filter((name) => name !== MANIFEST)
  const faults = [
    await release("sign", at("release.tgz"), "--key", at(PRIVATE)),
    await release("sign", at(ARCHIVE.replace("1.4", "1.5")), "--key", at(PRIVATE)),
    await release("sign", at(ARCHIVE)),
    await release("sign", at(ARCHIVE), "--key", at("none.pem")),
    await release("sign", at(ARCHIVE), "--key", at(PUBLIC)),
    await release("sign", at(ARCHIVE), "--key", at(PRIVATE), "--ring", "First"),
    await release("sign", at(ARCHIVE), "--key", at(PRIVATE), "--min-version", "2.0.0"),
    await release("check", at("notes.txt"), "--keys", at(PUBLIC)),
    await release("check", at("folder"), "--keys", at(PUBLIC)),
  ]
  expect(faults).toEqual([
    "ARCHIVE must keep the name that the build gave it, brasa-VERSION-PLATFORM.tar.gz",
    "the file brasa-1.5.0-linux-x64.tar.gz does not exist",
    "--key: is required",
    "the file none.pem does not exist",
    `--key: ${PUBLIC}: is not a private key of brasa release keygen`,
    "--ring: First: must be lower case letters, digits and dashes, at most 20",
    "the manifest asks for a newer version than itself",
    "notes.txt: is not a manifest of brasa release sign",
    "folder: EISDIR: illegal operation on a directory, read",
  ])
  expect(readdirSync(dir).filter((name) => name !== MANIFEST)).toEqual(before)
})

it("checking a manifest needs readable keys", async () => {
  writeFileSync(at(ARCHIVE), "a release")
  if (!existsSync(at(MANIFEST))) await release("sign", at(ARCHIVE), "--key", at(PRIVATE))
  expect(await release("check", at(MANIFEST), "--keys", at("notes.txt"))).toBe(
    "--keys: notes.txt: is not a public key of brasa release keygen",
  )
})

/** The name of the folder and the code are left out. */
async function release(...argv: string[]): Promise<string> {
  const said = await outputOf(() => runRelease(argv))
  return said.replaceAll(`${dir}/`, "").replace(/^[02] /, "")
}
