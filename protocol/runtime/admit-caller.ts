/** Decides who may go on to an endpoint: key, vendor binding, scope (document 1, *Authentication*). */
import type { Request } from "express"
import type { Caller, Endpoint, VendorCaller } from "../http/endpoint.ts"
import { familyOf } from "../http/families.ts"
import { type Refusal, refuse } from "../refusals.ts"

/** The caller of a key, null when there is none. */
export type Authenticate = (key: string) => Promise<Caller | null> | Caller | null

/** Stands in where an endpoint asks for no credential; such a handler has no tenant to read. */
const NOBODY: VendorCaller = { actor: "anyone", keyId: "anyone", accountId: "", vendorId: "", scopes: [] }

export async function admit(
  value: Endpoint,
  request: Request,
  authenticate: Authenticate,
): Promise<VendorCaller | Refusal<"UNAUTHORIZED" | "FORBIDDEN" | "SERVICE_UNAVAILABLE">> {
  if (familyOf(value.family).credential === "none") return { ...NOBODY, keyId: `address:${request.ip}` }
  const key = request.get("x-api-key")
  if (!key) return refuse("UNAUTHORIZED", "Send an API key in the header x-api-key.")
  const caller = await authenticate(key)
  if (!caller) return refuse("UNAUTHORIZED", "This API key is not valid.")
  return mayCall(value, caller)
}

/** The same check for a caller that came by another way, such as a command over MQTT. */
export function mayCall(value: Endpoint, caller: Caller): VendorCaller | Refusal<"FORBIDDEN"> {
  if (caller.vendorId === null) return refuse("FORBIDDEN", "This key is not bound to a vendor.")
  if (value.scope && !caller.scopes.includes(value.scope)) {
    return refuse("FORBIDDEN", `This key lacks the scope ${value.scope}.`)
  }
  return { ...caller, vendorId: caller.vendorId }
}
