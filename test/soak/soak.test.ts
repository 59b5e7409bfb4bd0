/** The long loops are those that the documentation names, and whoever asks for another one is told so. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { BadFlags } from "../../runtime/flags.ts"
import { productRoot } from "../../runtime/root.ts"
import { mustRunNow, runWatchedNow } from "../kit/watched-process.ts"
import { LOOPS } from "./loops.ts"

const ROOT = productRoot()

describe("npm run soak", () => {
  it("lists every loop", () => {
    const { code, out } = soak("--help")
    expect(code).toBe(0)
    const listed = [...out.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name)
    expect(listed).toEqual([...LOOPS.keys()])
  })

  it("reports an unknown loop in one line", () => {
    const { code, out, err } = soak("kill")
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toMatch(/^soak: there is no loop "kill"; there are simulation, .*\n$/)
  })

  it("reports an unknown planted bug in one line", () => {
    const { code, out, err } = soak("simulation", "1", "--bug", "none")
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toMatch(/^soak simulation: --bug: must be one of the hub acknowledges before it commits; .*\n$/)
  })

  it("is named in docs and comments only with existing loops", () => {
    const named = namedLoops()
    expect(new Set(named)).toEqual(new Set(LOOPS.keys()))
  })
})

describe("a loop", () => {
  it.each([
    [["-3"], /see --help/],
    [["many"], /SEEDS must be a whole number from 1, not "many"/],
    [["--stores", "0"], /--stores: must be a whole number from 1/],
  ])("with %j reports what is wrong with it", async (argv, fault) => {
    await expect(LOOPS.get("simulation")?.run(argv)).rejects.toThrow(BadFlags)
    await expect(LOOPS.get("simulation")?.run(argv)).rejects.toThrow(fault)
  })
})

function soak(...argv: string[]) {
  return runWatchedNow(process.execPath, ["--import", "tsx", "test/soak/main.ts", ...argv], { cwd: ROOT })
}

/** In the documentation and in comments. */
function namedLoops(): string[] {
  const files = mustRunNow("git", ["ls-files", "*.md", "*.ts"], { cwd: ROOT }).trim().split("\n")
  return files.flatMap((file) => [...textOf(file).matchAll(/npm run soak -- ([a-z]+)/g)].map(([, name = ""]) => name))
}

function textOf(file: string): string {
  try {
    return readFileSync(join(ROOT, file), "utf8")
  } catch {
    // Deleted, and still in the index.
    return ""
  }
}
