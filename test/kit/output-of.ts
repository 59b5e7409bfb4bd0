/** The output and exit code of a console command that is called in this process: `2 there is no file "x"`. */
import { vi } from "vitest"
import { BadFlags } from "../../runtime/flags.ts"

/** Mistakes that the program's start puts into lines (bin/faults.ts) are those lines, with code 2. */
export async function outputOf(run: () => number | Promise<number>): Promise<string> {
  const said: string[] = []
  const hear = (text: unknown) => said.push(String(text)) > 0
  const voices = [process.stdout, process.stderr].map((voice) => vi.spyOn(voice, "write").mockImplementation(hear))
  try {
    const code = await run()
    return `${code} ${said.join("")}`
  } catch (error) {
    if (error instanceof BadFlags) return `2 ${error.faults.join("\n")}`
    throw error
  } finally {
    for (const voice of voices) voice.mockRestore()
  }
}
