/** One process to a directory, and nothing left behind by one that was killed. */
import { once } from "node:events"
import { expect, it } from "vitest"
import { DirectoryInUse, lockDirectory } from "../../runtime/directory-lock.ts"
import { tempDir, whenOver } from "../kit/temp.ts"
import { startWatched } from "../kit/watched-process.ts"

const MODULE = new URL("../../runtime/directory-lock.ts", import.meta.url).href

it("a directory lock is taken once, and free after its release", () => {
  const dir = tempDir()
  const owned = lockDirectory(dir)
  expect(() => lockDirectory(dir)).toThrow(DirectoryInUse)
  owned.release()
  lockDirectory(dir).release()
})

it("a taken lock names its directory, and what to do", () => {
  const dir = tempDir()
  const owned = lockDirectory(dir)
  whenOver(owned.release)
  expect(() => lockDirectory(dir)).toThrow(`another process works on ${dir} already; stop that one`)
})

it("a lock of another process is free after its kill", async () => {
  const dir = tempDir()
  const source = `import { lockDirectory } from ${JSON.stringify(MODULE)}
    lockDirectory(${JSON.stringify(dir)}); console.log("held"); setInterval(() => {}, 1000)`
  const words = ["--import", "tsx", "--input-type=module", "-e", source]
  const other = startWatched(process.execPath, words, { showErrors: true })
  whenOver(() => void other.kill("SIGKILL"))
  await once(other.stdout, "data")
  expect(() => lockDirectory(dir)).toThrow(DirectoryInUse)
  other.kill("SIGKILL")
  await once(other, "exit")
  lockDirectory(dir).release()
})
