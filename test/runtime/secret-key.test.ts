/** The key that seals secrets: made once where none is given, and read by its owner alone. */
import { readdirSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { BadFlags } from "../../runtime/flags.ts"
import { loadSecretKey } from "../../runtime/secret-key.ts"
import { createKey, readKey } from "../../runtime/secrets.ts"
import { tempDir } from "../kit/temp.ts"
import { runWatchedNow } from "../kit/watched-process.ts"

const MODULE = new URL("../../runtime/secret-key.ts", import.meta.url).href

const RIGHTS = 0o777

it("a key is made once, in a file that only its owner can read or write", () => {
  const dataDir = tempDir()
  const key = loadSecretKey({ given: null, dataDir, ifLost: null })
  expect(loadSecretKey({ given: null, dataDir, ifLost: null })).toEqual(key)
  expect(statSync(join(dataDir, "secret.key")).mode & RIGHTS).toBe(0o600)
})

it("a key is complete or absent if the program ends meanwhile: the next one makes it", () => {
  const dataDir = tempDir()
  const source = `import { loadSecretKey } from ${JSON.stringify(MODULE)}
    loadSecretKey(${JSON.stringify({ given: null, dataDir, ifLost: null })})`
  // The first byte that it writes into any file ends it.
  const words = ["--fsize=0", process.execPath, "--import", "tsx", "--input-type=module", "-e", source]
  expect(runWatchedNow("prlimit", words, { env: { ...process.env, TSX_DISABLE_CACHE: "1" } }).code).not.toBe(0)
  expect(readdirSync(dataDir)).not.toContain("secret.key")
  const key = loadSecretKey({ given: null, dataDir, ifLost: null })
  expect(loadSecretKey({ given: null, dataDir, ifLost: null })).toEqual(key)
})

it("an invalid key file is named to whoever starts the program", () => {
  const dataDir = tempDir()
  writeFileSync(join(dataDir, "secret.key"), "")
  const load = () => loadSecretKey({ given: null, dataDir, ifLost: null })
  expect(load).toThrow(BadFlags)
  expect(load).toThrow(`${join(dataDir, "secret.key")} is not a key (a key is 32 bytes`)
})

it("no new key is made if something is already sealed, with instructions", () => {
  const dataDir = tempDir()
  const load = () => loadSecretKey({ given: null, dataDir, ifLost: "Put it back." })
  expect(load).toThrow(BadFlags)
  expect(load).toThrow(
    `${join(dataDir, "secret.key")} is missing, and the database has values that are encrypted with it. Put it back.`,
  )
  expect(readdirSync(dataDir)).toEqual([])
  const given = createKey()
  expect(loadSecretKey({ given, dataDir, ifLost: "Put it back." })).toEqual(readKey(given))
  // The explicit way on: a person puts another one there.
  writeFileSync(join(dataDir, "secret.key"), given)
  expect(load()).toEqual(readKey(given))
})

it("a given key leaves no file", () => {
  const dataDir = tempDir()
  const given = createKey()
  expect(loadSecretKey({ given, dataDir, ifLost: null })).toEqual(readKey(given))
  expect(readdirSync(dataDir)).toEqual([])
})
