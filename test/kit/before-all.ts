/** What a whole run needs before its first file, made at the same time: the program as processes run it, and the databases. */
import type { TestProject } from "vitest/node"
import { setup as startServer, teardown } from "./postgres-server.ts"
import { buildProgram } from "./program-build.ts"

export async function setup(project: TestProject): Promise<void> {
  await Promise.all([buildProgram(), startServer(project)])
}

export { teardown }
