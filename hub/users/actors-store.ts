/** The names of actors: records name a user or a key by its id. */
import type { TenantRead } from "../storage/index.ts"
import { findKeyName } from "../tenants/index.ts"

/** `person:…` becomes an e-mail address, `apikey:…` the key's name. Others, and deleted ones, stay as they are. */
export async function nameOfActor(scope: TenantRead, actor: string | null): Promise<string | null> {
  const [kind = "", id = ""] = (actor ?? "").split(/:(.*)/s)
  if (kind === "person") {
    const row = await scope.selectAcrossVendors("person").select("email").where("person_id", "=", id).executeTakeFirst()
    return row?.email ?? actor
  }
  if (kind === "apikey") {
    return (await findKeyName(scope, id)) ?? actor
  }
  return actor
}
