/** Which kitchen station a caller is bound to. */
import type { Caller } from "../../protocol/http/endpoint.ts"

/** Null: not bound to one (the expo, a manager's page, an API key). */
export function stationOf(caller: Pick<Caller, "device">): string | null {
  return caller.device?.station ?? null
}
