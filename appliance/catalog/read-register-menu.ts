/** The menu as the register shows it. */
import type { readMenu } from "../../protocol/http/register.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { BoxHandler } from "../storage/index.ts"
import { currentRegisterMenu } from "./menu-cache.ts"
import { requireConfig } from "./store-config-store.ts"

export const readMenuHandler: BoxHandler<typeof readMenu> = (tx) => {
  const config = requireConfig(tx)
  const { declineReasons, cancellation } = config
  const menu = currentRegisterMenu(tx, config)
  if (!menu) return refuse("NOT_FOUND", "This store has no menu yet; publish one at the back office.")
  const reasons = declineReasons.filter(({ active }) => active).map(({ code, group }) => ({ code, group }))
  return { status: 200, data: { ...menu, declineReasons: reasons, linkMethods: cancellation?.providerMethods ?? [] } }
}
