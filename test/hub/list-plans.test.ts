/** No list and no search of the hub walks a large table, whatever it is filtered by: as its databases plan it, before and after ANALYZE. */
import { sql } from "kysely"
import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { fillLists } from "../kit/fill-lists.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { HEADQUARTERS_LISTS, PUBLIC_LISTS } from "../kit/list-paths.ts"
import { type SignedIn, signIn } from "../kit/people.ts"
import { tempFile } from "../kit/temp.ts"
import { type Explained, explainLists } from "./explain-lists.ts"

const LONG = process.env.BRASA_LISTS
const ROWS = Number(LONG ?? 20_000)
/** A page and what stands beside it; one in the middle is reached by a walk. */
const PAGE_ROWS_MAX = 0.4 * ROWS
/** A total is counted along an index, once, with a delivery looked up for each event. */
const COUNT_ROWS_MAX = 4.5 * ROWS
const FILL_MS = LONG === undefined ? 120_000 : 3_600_000

/** Only the long form measures speed. A page takes its rows from an index; a total or a search by text reads a whole index. */
const PAGE_MS_MAX = LONG === undefined ? Number.POSITIVE_INFINITY : 250
const COUNT_MS_MAX = LONG === undefined ? Number.POSITIVE_INFINITY : 5_000

eachDatabase((engine, open) => {
  let hub: TestHub
  let owner: SignedIn
  let url: string

  beforeAll(async () => {
    url = (await open.provisioned(tempFile("hub.db"))).url
    await fillLists(url, ROWS)
    hub = await openTestHub(open, { database: url, checkReplies: false })
    owner = await signIn(hub, "owner")
  }, FILL_MS)

  const ask = (path: string) => (path.startsWith("/api/admin") ? owner.call("GET", path) : hub.call("GET", path))
  const greedy = ({ isCount, isText, rows, walks, ms }: Explained) => {
    const [rowsMax, msMax] = isCount || isText ? [COUNT_ROWS_MAX, COUNT_MS_MAX] : [PAGE_ROWS_MAX, PAGE_MS_MAX]
    return walks.length > 0 || rows > rowsMax || ms > msMax
  }

  describe.each(["before ANALYZE", "after ANALYZE"])("%s", (when) => {
    beforeAll(async () => {
      if (when === "after ANALYZE")
        await hub.beside(({ store }) => store.system.write(({ db }) => sql`ANALYZE`.execute(db)))
    }, FILL_MS)

    it.each([...PUBLIC_LISTS, ...HEADQUARTERS_LISTS])("%s", async (path) => {
      let status = 0
      const explained = await explainLists({ engine, url }, async () => {
        status = (await ask(path)).status
      })
      expect(status).toBe(200)
      expect(explained.filter(greedy)).toEqual([])
    })
  })
})
