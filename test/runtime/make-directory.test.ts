/** Folders on a real disk, and in a file system that takes none. */
import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { makeDirectory } from "../../runtime/make-directory.ts"
import { tempDir } from "../kit/temp.ts"

it("makes missing parents too, and keeps what exists", () => {
  const folder = join(tempDir(), "a", "b", "c")
  makeDirectory(folder)
  makeDirectory(folder)
  expect(existsSync(folder)).toBe(true)
})

it("reports at once that a directory cannot be made, and where", () => {
  const file = join(tempDir(), "file")
  writeFileSync(file, "")
  for (const path of ["/proc/x", "/proc/x/y", file, join(file, "x"), ""]) {
    expect(() => makeDirectory(path), path).toThrow(expect.objectContaining({ syscall: "mkdir" }))
  }
})
