/** Directories for tests, gone when the test (or, outside one, the file) is over. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished, TestRunner } from "vitest"
import { lookAtLogFiles } from "./watched-files.ts"

/** A fresh directory. */
export function tempDir(): string {
  const path = mkdtempSync(join(tmpdir(), "brasa-test-"))
  whenOver(() => {
    lookAtLogFiles(path)
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

/** A path in a fresh directory, where no file is yet. */
export function tempFile(name: string): string {
  return join(tempDir(), name)
}

/** What a `beforeAll` has opened: a hook that is registered inside of one never runs. */
const ofTheFile: (() => void | Promise<void>)[] = []

/** Undoes what the file has opened outside of its tests, the last one first; `end-of-file.ts` calls it. */
export async function undoAll(): Promise<void> {
  for (const undo of ofTheFile.splice(0)) await undo()
}

/** Runs after the current test; or after all of the file, when called from a `beforeAll` or a `describe`. The last one first. */
export function whenOver(undo: () => void | Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(undo)
  else ofTheFile.unshift(undo)
}
