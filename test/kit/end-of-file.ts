/** Runs before each test file: what the file opens outside of its tests is closed when it is over. */
import { afterAll } from "vitest"
import { undoAll } from "./temp.ts"

// Not in temp.ts: the files of a worker share that module, and a hook belongs to the file that registers it.
afterAll(undoAll)
