/** Who did something, as people call them: records name a person or a key by its id. */
import type { TenantRead } from "../storage/index.ts"
import { findKeyName } from "../tenants/index.ts"

/** `person:…` as an address, `apikey:…` as the name of the key; whoever else, and who is not there any more, as it is written. */
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
