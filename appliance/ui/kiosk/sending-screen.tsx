/** The order is on its way to the box; without an answer the same is sent again, and the guest is told. */
import { Loader } from "@mantine/core"
import { useAway } from "../../../ui/box-away.tsx"
import { useLanguage } from "./language.ts"
import { useVisit } from "./use-visit.tsx"

/** From here on a person may help more than patience. */
const STAFF_AFTER = 6

export function SendingScreen() {
  const { t } = useLanguage()
  const { unanswered } = useVisit()
  const away = useAway()
  return (
    <section className="kiosk-centre" role="status" aria-live="polite">
      <Loader size="xl" />
      <h1>{t("send.sending")}</h1>
      {away && <p>{t("box.away", { since: away.since })}</p>}
      {unanswered > 0 && <p>{t(away ? "send.once" : "send.again")}</p>}
      {unanswered >= STAFF_AFTER && <p>{t("send.staff")}</p>}
    </section>
  )
}
