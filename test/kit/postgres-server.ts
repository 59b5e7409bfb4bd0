/** One PostgreSQL and one provisioned hub to copy for a whole test run: made before the first file, gone after the last, failed or not. */
import type { TestProject } from "vitest/node"
import { type HubTemplates, makeHubTemplates } from "./hub-templates.ts"
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
  // Tables are analysed when a test says so, and not in the middle of one.
  server = await startPostgres({ autovacuum: false })
  project.provide("postgresUrl", server.url)
  const { remove, ...templates } = await makeHubTemplates(server.url)
  removeTemplates = remove
  project.provide("hubTemplates", templates)
}

export async function teardown(): Promise<void> {
  removeTemplates()
  await server?.stop()
  server = undefined
}
