/** Which kitchen station a screen is bound to: one of the store's for a station's screen, none for any other. */
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { Store } from "../../protocol/shapes/store.ts"

type Stations = Pick<Store, "stations">

/** What is wrong with it, for a person; null where nothing is. A store that names no stations has none to be bound to, and any name will do. */
export function stationFault(store: Stations, kind: DeviceKind, station: string | null): string | null {
  if (kind !== "kds_station") return station === null ? null : "is only of a kitchen station's screen"
  if (station === null) return "is required: which kitchen station does it show?"
  const known = screenStations(store)
  return known.length === 0 || known.includes(station) ? null : `is none of this store: ${known.join(", ")}`
}

/** Those that a screen can show. */
export function screenStations({ stations }: Stations): string[] {
  return stations.filter(({ kind }) => kind === "kds_station").map(({ id }) => id)
}
