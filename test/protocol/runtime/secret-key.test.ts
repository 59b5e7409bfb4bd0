/** The key that seals secrets: made once where none is given, and read by its owner alone. */
import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { loadSecretKey } from "../../../protocol/runtime/secret-key.ts"
import { createKey, readKey } from "../../../protocol/runtime/secrets.ts"
import { tempDir } from "../../kit/temp.ts"

const RIGHTS = 0o777

it("is made once, in a file that nobody but its owner reads or writes", () => {
  const dataDir = tempDir()
  const key = loadSecretKey({ given: null, dataDir })
  expect(loadSecretKey({ given: null, dataDir })).toEqual(key)
  expect(statSync(join(dataDir, "secret.key")).mode & RIGHTS).toBe(0o600)
})

it("that is given leaves no file", () => {
  const dataDir = tempDir()
  const given = createKey()
  expect(loadSecretKey({ given, dataDir })).toEqual(readKey(given))
  expect(readdirSync(dataDir)).toEqual([])
})
