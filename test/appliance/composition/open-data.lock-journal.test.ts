/** The second folder of the journal belongs to one box at a time. */
import { expect, it } from "vitest"
import { lockJournal } from "../../../appliance/composition/open-data.ts"
import { DirectoryInUse } from "../../../runtime/directory-lock.ts"
import { tempDir } from "../../kit/temp.ts"

it("a second box does not write its journal into the folder of a running one", () => {
  const folder = tempDir()
  const release = lockJournal(folder)
  expect(() => lockJournal(folder)).toThrow(DirectoryInUse)
  release()
  lockJournal(folder)()
})

it("a read-only journal folder does not prevent a start", () => {
  lockJournal("/proc/none")()
})
