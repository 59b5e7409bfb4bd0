/** Kysely whose transactions take statements without waiting for one another: they are sent as they come, and answered in their order. */
import { type ConnectionProvider, DefaultConnectionProvider, DefaultQueryExecutor, type Dialect, Kysely } from "kysely"

export async function openKysely<DB>(dialect: Dialect): Promise<Kysely<DB>> {
  const driver = dialect.createDriver()
  await driver.init()
  const provider = new DefaultConnectionProvider(driver)
  const executor = new Executor(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
}

/** Kysely's own lets one statement at a time through to the connection of a transaction. */
class Executor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    const connection = provider.provideConnection(async (one) => one)
    return super.withConnectionProvider({ provideConnection: async (consumer) => consumer(await connection) })
  }
}
