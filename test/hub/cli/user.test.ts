/** `brasa hub person`, as an operator types it. */
import { writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { testTenants } from "../../kit/hub.ts"
import { runProgram } from "../../kit/processes.ts"
import { tempDir, tempFile } from "../../kit/temp.ts"

it("invites a user by a link, removes and restores them; faults change nothing", async () => {
  const data = tempDir()
  const file = tempFile("tenants.json")
  writeFileSync(file, testTenants())
  await runProgram(["hub", "provision", file, "--data", data])
  const person = (...words: string[]) => runProgram(["hub", "person", ...words, "--data", data])

  const made = await person("create", "ana@acme.test", "--account", "acme", "--role", "developer")
  expect([made.code, made.out]).toEqual([
    0,
    expect.stringMatching(/^ana@acme.test may sign in as developer\n.*once, until \d.*: \/dashboard\S+\n$/),
  ])
  expect((await person("list", "--account", "acme")).out).toContain("acme  ana@acme.test  developer  all vendors\n")
  expect((await person("disable", "ana@acme.test")).code).toBe(0)
  expect((await person()).out).toContain("ana@acme.test  developer  all vendors  disabled\n")
  expect((await person("reset", "nobody@acme.test")).code).toBe(2)
  expect((await person("create", "b@acme.test", "--account", "acme", "--role", "king")).err).toContain(
    "--role: must be",
  )
  expect(await person("create", "notmail", "--account", "acme")).toMatchObject({ code: 2, out: "" })
  expect((await person()).out).not.toContain("notmail")
  expect((await person("create", "b@acme.test", "--account", "nowhere")).err).toBe("There is no account nowhere.\n")
  expect((await person("list", "--account", "nowhere")).err).toBe("There is no account nowhere.\n")
  // Nobody else could ever invite again.
  expect((await person("disable", "owner@acme.test")).code).toBe(2)
  expect((await person("list")).out).not.toContain("b@acme.test")
})
