/** What hub and box keep of the numbers that they gave, and what is wrong with them. */
import { openHub } from "../../../hub/composition/operator.ts"
import type { FiscalRecord } from "../../../protocol/shapes/fiscal-record.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { faultOf } from "../../simulation/fiscal-work.ts"

export interface Found {
  /** By order, the number that its home keeps. */
  readonly numbers: ReadonlyMap<string, string | null>
  /** A number twice or a gap, on either side; null when there is none. */
  readonly fault: string | null
  /** What the box has numbered and the hub does not know of yet. */
  readonly unsent: number
}

interface Places {
  readonly hubData: string
  readonly database: string
  readonly boxFile: string
}

export async function readNumbers({ hubData, database, boxFile }: Places): Promise<Found> {
  const atHub = await readHub(hubData, database)
  const atBox = readBox(boxFile)
  const told = new Map(atHub.map((record) => [record.fiscalRequestId, record]))
  const same = (record: FiscalRecord) => told.get(record.fiscalRequestId)?.sequence === record.sequence
  return {
    numbers: new Map(
      [...atHub, ...atBox].map(({ orderId, representation }) => [orderId, representation.documentNumber]),
    ),
    fault: faultOf(atHub) ?? faultOf(atBox),
    unsent: atBox.filter((record) => !same(record)).length,
  }
}

async function readHub(data: string, database: string): Promise<FiscalRecord[]> {
  const { context, close } = await openHub({ data, database, secretKey: null, logLevel: "silent" }, { log: silentLog })
  try {
    const rows = await context.store.system.read(({ db }) =>
      db.selectFrom("fiscal_request").select("record").where("sequence", "is not", null).execute(),
    )
    return rows.map(({ record }) => JSON.parse(record))
  } finally {
    await close()
  }
}

function readBox(file: string): FiscalRecord[] {
  const db = openSqlite(file)
  try {
    const own = "SELECT record FROM fiscal_request WHERE side = 'appliance' AND sequence IS NOT NULL"
    return db
      .prepare<[], { record: string }>(own)
      .all()
      .map(({ record }) => JSON.parse(record))
  } finally {
    db.close()
  }
}
