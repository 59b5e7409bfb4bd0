/** Directories for tests, gone when the test (or, outside one, the file) is over. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, onTestFinished, TestRunner } from "vitest"

/** A fresh directory. */
export function tempDir(): string {
  const path = mkdtempSync(join(tmpdir(), "brasa-test-"))
  whenOver(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A path in a fresh directory, where no file is yet. */
export function tempFile(name: string): string {
  return join(tempDir(), name)
}

/** Runs after the current test; or after all of the file, when called from a `beforeAll` or a `describe`. */
export function whenOver(undo: () => void | Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(undo)
  else afterAll(undo)
}
