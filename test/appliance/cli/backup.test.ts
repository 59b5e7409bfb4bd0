/** Looking after a box from its own console, beside a running one and with it stopped. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { runBackup, runCheck, runRestore } from "../../../appliance/cli/backup.ts"
import { DirectoryInUse } from "../../../runtime/directory-lock.ts"
import { openLoneBox } from "../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { tempDir } from "../../kit/temp.ts"

let said = ""
beforeEach(() => {
  said = ""
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, "write").mockImplementation((text) => {
      said += String(text)
      return true
    })
  }
})
afterEach(() => vi.restoreAllMocks())

describe("brasa appliance", () => {
  it("backs up and checks a running box, and restores only a stopped one", async () => {
    const box = await openLoneBox()
    const asked = ["--data", box.data]
    expect(await runBackup(asked, {})).toBe(0)
    expect(await runCheck(asked, {})).toBe(0)
    expect(said).toMatch(/database: ok\nbox-000001-.*: ok/)
    await expect(runRestore(asked, {})).rejects.toThrow(DirectoryInUse)
    expect(readdirSync(box.data)).not.toContain("damaged")

    await box.box.stop()
    expect(await runRestore(asked, {})).toBe(0)
    expect(readdirSync(join(box.data, "damaged"))).toHaveLength(1)
    const next = await openLoneBox({ before: box })
    expect((await next.call("POST", ORDERS, orderBody({ paid: "CASH" }))).status).toBe(201)
  })

  it("reports a missing box, and lists the backups", async () => {
    const data = tempDir()
    expect(await runCheck(["--data", data], {})).toBe(2)
    expect(said).toContain(`there is no box in ${data}`)
    const box = await openLoneBox()
    await box.box.stop()
    expect(await runRestore(["--data", box.data, "--backup", "other.db"], {})).toBe(2)
    expect(said).toContain("the backups here are: none")
  })
})
