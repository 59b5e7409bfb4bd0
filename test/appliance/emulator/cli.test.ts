/** `brasa printer` as a process: what a person at the terminal sees. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { openSocket } from "../../kit/bare-socket.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"
import { startWatched } from "../../kit/watched-process.ts"

const PROGRAM = fileURLToPath(new URL("../../../bin/brasa.mjs", import.meta.url))

function run(argv: readonly string[]) {
  const env = { ...process.env, BRASA_FROM_SOURCE: "1" }
  const child = startWatched(process.execPath, [PROGRAM, "printer", ...argv], { env, input: "pipe" })
  whenOver(() => void child.kill("SIGKILL"))
  let said = ""
  const looks = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      said += text
      for (const look of [...looks]) look()
    })
  }
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve))
  const says = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve) => {
      const look = () => {
        const found = pattern.exec(said)
        if (found === null) return
        looks.delete(look)
        resolve(found)
      }
      looks.add(look)
      look()
    })
  return { child, exit, says, said: () => said }
}

test("the command prints receipts, writes them, causes faults, and stops on request", async () => {
  const out = tempDir()
  const { child, exit, says } = run(["--tcp", "0", "--out", out])
  const port = Number((await says(/tcp:\/\/127\.0\.0\.1:(\d+)/))[1])
  const socket = openSocket(port)
  socket.write(Buffer.from("1b401b7410f1616e64750a1d5601", "hex"))
  await says(/ñandu/)
  child.stdin?.write("paper\n")
  await says(/paperOut: yes/)
  const answer = new Promise<Buffer>((resolve) => socket.once("data", resolve))
  socket.write(Buffer.from("100401", "hex"))
  expect((await answer).toString("hex")).toBe("1a")
  child.stdin?.write("quit\n")
  expect(await exit).toBe(0)
  expect(existsSync(join(out, "receipt-0001.png"))).toBe(true)
})

test("the command prints its help, and the fault of a command line", async () => {
  const help = run(["--help"])
  expect(await help.exit).toBe(0)
  expect(help.said()).toContain("brasa printer --tcp PORT | --pty PATH")
  const bare = run([])
  expect(await bare.exit).toBe(2)
  expect(bare.said()).toContain("say where it listens: --tcp PORT or --pty PATH")
  const nowhere = run(["--pty", "/proc/x"])
  expect(await nowhere.exit).toBe(2)
  expect(nowhere.said()).toMatch(/^brasa printer: the link cannot be made \(ENOENT.+\); check its path\n$/)
})
