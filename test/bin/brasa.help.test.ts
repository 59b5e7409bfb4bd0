/** Who asks for help is told every word that there is: one that is not named is found by nobody. */
import { expect, it } from "vitest"
import { CONSOLE_COMMANDS } from "../../appliance/cli/commands.ts"
import { HUB_COMMANDS } from "../../hub/cli.ts"
import { runProgram } from "../kit/processes.ts"

it("--help names every command of hub and box", async () => {
  const { out } = await runProgram(["--help"])
  // The updater's, for no person.
  const box = [...CONSOLE_COMMANDS.keys()].filter((word) => word !== "rehearse")
  expect(missing(out, "hub", Object.keys(HUB_COMMANDS))).toEqual([])
  expect(missing(out, "appliance", box)).toEqual([])
  const hub = (await runProgram(["hub", "--help"])).out
  expect(Object.keys(HUB_COMMANDS).filter((word) => !hub.includes(` ${word}`))).toEqual([])
})

function missing(help: string, machine: string, words: readonly string[]): string[] {
  const line = help.split("\n").find((one) => one.startsWith(`  brasa ${machine} `)) ?? ""
  return words.filter((word) => !line.includes(` ${word}`))
}
