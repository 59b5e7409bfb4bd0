/** A store's state as a badge; says since when an unknown state is unknown. */
import { Badge } from "@mantine/core"
import type { StoreRow } from "../../../../protocol/http/admin/stores.ts"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"

const STATE_COLORS = {
  silent: "bad",
  down: "bad",
  degraded: "yellow",
  unknown: "gray",
  fine: "good",
  unheard: "gray",
} as const

export function StateBadge({ row: { state, line } }: { row: Pick<StoreRow, "state" | "line"> }) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const since = line?.unknownSince ?? null
  return (
    <Badge color={STATE_COLORS[state]} variant="light">
      {state === "unknown" && since ? t("stores.unknownSince", { at: moment(since) }) : t(`state.${state}`)}
    </Badge>
  )
}
