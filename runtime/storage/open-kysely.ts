/** Opens a Kysely whose transactions send statements without waiting for earlier ones; answers come in order. */
import { type ConnectionProvider, DefaultConnectionProvider, DefaultQueryExecutor, type Dialect, Kysely } from "kysely"

export async function openKysely<DB>(dialect: Dialect): Promise<Kysely<DB>> {
  const driver = dialect.createDriver()
  await driver.init()
  const provider = new DefaultConnectionProvider(driver)
  const executor = new Executor(dialect.createQueryCompiler(), dialect.createAdapter(), provider)
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
}

/** Kysely's own executor sends one statement at a time on a transaction's connection. */
class Executor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    const connection = provider.provideConnection(async (owned) => owned)
    return super.withConnectionProvider({ provideConnection: async (consumer) => consumer(await connection) })
  }
}
