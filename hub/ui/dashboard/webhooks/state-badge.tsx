/** An endpoint's state as a badge. */
import { Badge } from "@mantine/core"
import type { WebhookEndpoint } from "../../../../protocol/http/admin/webhooks.ts"
import { useLanguage } from "../language.ts"

const COLORS = { taking: "good", failing: "bad", paused: "ember" } as const

export function StateBadge({ state }: Pick<WebhookEndpoint, "state">) {
  const { t } = useLanguage()
  return (
    <Badge miw="max-content" variant="outline" color={COLORS[state]}>
      {t(`webhooks.state.${state}`)}
    </Badge>
  )
}
