/** Mosquitto's password file, where several hub processes of one machine let boxes in at the same moment. */
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { putLogin } from "../../../hub/broker/mosquitto-logins.ts"
import { tempDir } from "../../kit/temp.ts"
import { startWatched, type Watched } from "../../kit/watched-process.ts"

const MODULE = new URL("../../../hub/broker/mosquitto-logins.ts", import.meta.url).href
const PROCESSES = 3
const LOGINS = 40

it("keeps the newest line for each name", () => {
  const file = join(tempDir(), "logins")
  for (const [name, password] of [
    ["one", "a"],
    ["two", "b"],
    ["one", "c"],
  ] as const)
    putLogin(file, { name, password })
  const lines = readFileSync(file, "utf8").trim().split("\n")
  expect(lines.map((line) => line.replace(/:.*/, ""))).toEqual(["two", "one"])
})

it("keeps a login that another process writes at the same moment", async () => {
  const file = join(tempDir(), "logins")
  const letIn = (process: number) => `import { once } from "node:events"
    import { putLogin } from ${JSON.stringify(MODULE)}
    console.log("ready")
    await once(process.stdin, "data")
    for (let n = 0; n < ${LOGINS}; n += 1)
      putLogin(${JSON.stringify(file)}, { name: \`${process}-\${n}\`, password: "box" })
    process.stdin.destroy()`
  const others = Array.from({ length: PROCESSES }, (_, n) => start(letIn(n)))
  await Promise.all(others.map(({ stdout }) => once(stdout, "data")))
  const codes = others.map(async (other) => (await once(other, "exit"))[0])
  for (const { stdin } of others) stdin?.write("go\n")
  expect(await Promise.all(codes)).toEqual(others.map(() => 0))
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(PROCESSES * LOGINS)
})

function start(source: string): Watched {
  const words = ["--import", "tsx", "--input-type=module", "-e", source]
  return startWatched(process.execPath, words, { input: "pipe", showErrors: true })
}
