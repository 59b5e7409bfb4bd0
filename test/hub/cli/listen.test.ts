import { expect, it } from "vitest"
import { runProgram } from "../../kit/processes.ts"

it("uses the same secret whenever a key listens", async () => {
  const secrets = await Promise.all(
    ["one", "one", "two"].map(async (key) => (await runProgram(["listen", "--print-secret", "--key", key])).out),
  )
  expect(secrets[0]).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/)
  expect([secrets[1] === secrets[0], secrets[2] === secrets[0]]).toEqual([true, false])
})

it.each([
  [["listen"], "--key: is required"],
  [["listen", "--key", "k"], "--forward: is required"],
  [["listen", "--key", "k", "--forward", "here"], '"here" is no http address'],
  [
    ["listen", "--key", "k", "--forward", "http://h", "--hub", "h:80"],
    "--hub: must be a URL like http://… or https://…",
  ],
  [
    ["listen", "--key", "k", "--forward", "http://h", "--events", "order.open"],
    '--events: "order.open" is none of order.',
  ],
])("brasa %j names what is missing", async (args, words) => {
  const { code, err } = await runProgram(args)
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
})
