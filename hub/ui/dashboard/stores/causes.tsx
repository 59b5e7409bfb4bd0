/** How a store is, as a colour and in words: the same on the list and on its own page. */
import { Text } from "@mantine/core"
import type { StoreCause } from "../../../../protocol/http/admin/stores.ts"
import { type Say, useLanguage } from "../language.ts"

export const STATE_COLORS = { silent: "bad", down: "bad", degraded: "yellow", fine: "good", unheard: "gray" } as const

export function Causes({ causes }: { causes: readonly StoreCause[] }) {
  const { t } = useLanguage()
  return causes.map((cause) => (
    <Text key={`${cause.is} ${cause.componentId}`} size="sm">
      {wordsOf(cause, t)}
    </Text>
  ))
}

function wordsOf({ is, componentId, reason, operatingMinutes, count }: StoreCause, t: Say): string {
  const [id, minutes] = [componentId ?? "", Math.floor(operatingMinutes ?? 0)]
  return t(`cause.${is}`, { id, reason: reason ?? "", minutes, count: count ?? 0 })
}
