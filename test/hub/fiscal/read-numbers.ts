/** What hub and box keep of the numbers that they gave, and what is wrong with them. */
import { openHub } from "../../../hub/composition/operator.ts"
import type { FiscalRecord } from "../../../protocol/shapes/fiscal-record.ts"
import { silentLog } from "../../../runtime/log.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { faultOf } from "../../simulation/fiscal-work.ts"

export interface Found {
  /** By order, its invoices' numbers: two where one side did not hear the other in time. */
  readonly numbers: ReadonlyMap<string, readonly string[]>
  /** By order, the numbers that a credit note cancels. */
  readonly cancelled: ReadonlyMap<string, readonly string[]>
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
    numbers: byOrder([...atHub, ...atBox], ({ operation, representation: { documentNumber } }) =>
      operation === "ISSUE" ? documentNumber : null,
    ),
    cancelled: byOrder(atHub, ({ representation }) => representation.compensates?.documentNumber ?? null),
    fault: faultOf(atHub) ?? faultOf(atBox),
    unsent: atBox.filter((record) => !same(record)).length,
  }
}

function byOrder(records: readonly FiscalRecord[], numberOf: (record: FiscalRecord) => string | null) {
  const numbers = new Map<string, string[]>()
  for (const record of records) {
    const number = numberOf(record)
    const known = numbers.get(record.orderId) ?? []
    if (number !== null && !known.includes(number)) numbers.set(record.orderId, [...known, number])
  }
  return numbers
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
