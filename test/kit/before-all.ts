/** What a whole run needs before its first file: the built program, one PostgreSQL, and provisioned hubs to copy. All of it is gone after the run, failed or not. */
import type { TestProject } from "vitest/node"
import { type HubTemplates, makeHubTemplates } from "./hub-templates.ts"
import { buildProgram } from "./program-build.ts"
import { type PostgresServer, startPostgres } from "./start-postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
    hubTemplates: HubTemplates
  }
}

let server: PostgresServer | undefined
let removeTemplates = () => {}

export async function setup(project: TestProject): Promise<void> {
  await Promise.all([buildProgram(), startDatabase(project)])
}

export async function teardown(): Promise<void> {
  removeTemplates()
  await server?.stop()
  server = undefined
}

async function startDatabase(project: TestProject): Promise<void> {
  // Tables are analysed when a test says so, and not in the middle of one.
  server = await startPostgres({ autovacuum: false })
  project.provide("postgresUrl", server.url)
  const { remove, ...templates } = await makeHubTemplates(server.url)
  removeTemplates = remove
  project.provide("hubTemplates", templates)
}
