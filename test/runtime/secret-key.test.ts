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

it("is made once, in a file that nobody but its owner reads or writes", () => {
  const dataDir = tempDir()
  const key = loadSecretKey({ given: null, dataDir, ifLost: null })
  expect(loadSecretKey({ given: null, dataDir, ifLost: null })).toEqual(key)
  expect(statSync(join(dataDir, "secret.key")).mode & RIGHTS).toBe(0o600)
})

it("is there whole or not at all, where a program ends while it is made: the next one makes it", () => {
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

it("that is none says which file it is, and to whoever started the program", () => {
  const dataDir = tempDir()
  writeFileSync(join(dataDir, "secret.key"), "")
  const load = () => loadSecretKey({ given: null, dataDir, ifLost: null })
  expect(load).toThrow(BadFlags)
  expect(load).toThrow(`${join(dataDir, "secret.key")} is no key (a key is 32 bytes`)
})

it("is not made anew where something is sealed already: who started the program is told what to do", () => {
  const dataDir = tempDir()
  const load = () => loadSecretKey({ given: null, dataDir, ifLost: "Put it back." })
  expect(load).toThrow(BadFlags)
  expect(load).toThrow(
    `${join(dataDir, "secret.key")} is not there, and it seals what the database keeps. Put it back.`,
  )
  expect(readdirSync(dataDir)).toEqual([])
  const given = createKey()
  expect(loadSecretKey({ given, dataDir, ifLost: "Put it back." })).toEqual(readKey(given))
  // The explicit way on: a person puts another one there.
  writeFileSync(join(dataDir, "secret.key"), given)
  expect(load()).toEqual(readKey(given))
})

it("that is given leaves no file", () => {
  const dataDir = tempDir()
  const given = createKey()
  expect(loadSecretKey({ given, dataDir, ifLost: null })).toEqual(readKey(given))
  expect(readdirSync(dataDir)).toEqual([])
})
