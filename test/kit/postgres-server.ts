/** One PostgreSQL for a whole test run: vitest starts it before the first file and stops it after the last, failed or not. */
import type { TestProject } from "vitest/node"
import { type PostgresServer, startPostgres } from "./start-postgres.ts"

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string
  }
}

let server: PostgresServer | undefined

export async function setup(project: TestProject): Promise<void> {
  server = await startPostgres()
  project.provide("postgresUrl", server.url)
}

export async function teardown(): Promise<void> {
  await server?.stop()
  server = undefined
}
