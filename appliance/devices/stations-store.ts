/** Which kitchen stations have a screen of their own. */
import type { BoxTx } from "../storage/index.ts"

export function stationsWithScreens({ db }: BoxTx): string[] {
  const sql = `SELECT DISTINCT station FROM device
    WHERE kind = 'kds_station' AND revoked_at IS NULL AND station IS NOT NULL ORDER BY station`
  return db
    .prepare<[], { station: string }>(sql)
    .all()
    .map(({ station }) => station)
}
