/** After each test file: closes what it opened outside its tests, and fails it if a log has a secret. */
import { afterAll, expect } from "vitest"
import { printedSecrets } from "./printed-secrets.ts"
import { undoAll } from "./temp.ts"
import { allIsRead } from "./watched-process.ts"

// Not in temp.ts: the files of a worker share that module, and a hook belongs to the file that registers it.
afterAll(async () => {
  await undoAll()
  await allIsRead()
  expect(printedSecrets(), "lines of logs that tell what opens something").toEqual([])
})
