/** The kiosk's frame: the current screen, accessibility buttons at the bottom, and the idle warning. */
import { Button, Loader, UnstyledButton } from "@mantine/core"
import { type ReactNode, useEffect } from "react"
import { useAway } from "../../../ui/box-away.tsx"
import { useHeartbeat } from "../../../ui/device/use-heartbeat.ts"
import { useStore } from "../../../ui/figures.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { Empty, Loading } from "../../../ui/states.tsx"
import { AttractScreen } from "./attract-screen.tsx"
import { BasketScreen } from "./basket-screen.tsx"
import { BuyerScreen } from "./buyer-screen.tsx"
import { DoneScreen } from "./done-screen.tsx"
import { useLanguage } from "./language.ts"
import { LinkScreen } from "./link-screen.tsx"
import { MenuScreen } from "./menu-screen.tsx"
import { PayScreen } from "./pay-screen.tsx"
import { useIdle } from "./use-idle.ts"
import { useKiosk } from "./use-kiosk.tsx"
import { useVisit } from "./use-visit.tsx"
import type { Phase } from "./visit.ts"

const SCREENS: Readonly<Record<Exclude<Phase, "attract">, () => ReactNode>> = {
  menu: MenuScreen,
  basket: BasketScreen,
  buyer: BuyerScreen,
  pay: PayScreen,
  sending: SendingScreen,
  link: LinkScreen,
  done: DoneScreen,
}

const SCREEN_STATE = { componentType: "kiosk", degraded: null, details: {} } as const

export function KioskScreen() {
  const { visit, wipe } = useVisit()
  const { reachable, state } = useKiosk()
  const { t } = useLanguage()
  const { name } = useStore()
  const idle = useIdle(visit.phase, wipe)
  useHeartbeat(SCREEN_STATE)
  useLargeText(visit.large)
  const silent = !reachable && state !== null && visit.phase !== "sending" && visit.phase !== "link"
  return (
    <div className="kiosk" data-low={visit.low}>
      <header className="kiosk-top">{name}</header>
      {silent && visit.phase !== "attract" && (
        <p className="kiosk-banner" role="alert">
          <Icon name="alert" /> {t("kiosk.silent")}
        </p>
      )}
      <main className="kiosk-body">
        <Body phase={visit.phase} />
      </main>
      <AccessibilityBar />
      {idle.is === "warned" && <IdleWarning secondsLeft={idle.secondsLeft} />}
    </div>
  )
}

function Body({ phase }: { phase: Phase }) {
  const { t } = useLanguage()
  const { state, menu, noMenu, reachable } = useKiosk()
  if (phase !== "attract") {
    const Screen = SCREENS[phase]
    return menu || phase === "done" || phase === "link" || phase === "sending" ? <Screen /> : <Waiting />
  }
  if (!reachable) {
    return (
      <Empty icon="alert" title={t("kiosk.loading")}>
        {t("kiosk.away.box")}
      </Empty>
    )
  }
  if (noMenu) return <Empty icon="menu" title={t("kiosk.noMenu")} />
  if (!state || !menu) return <Waiting />
  if (!state.selling) {
    return (
      <Empty icon="day" title={t("kiosk.closed")}>
        {t("kiosk.closedDo")}
      </Empty>
    )
  }
  return <AttractScreen />
}

function Waiting() {
  const { t } = useLanguage()
  return <Loading>{t("kiosk.loading")}</Loading>
}

/** At the bottom of the screen, so that everybody can reach them. */
function AccessibilityBar() {
  const { t } = useLanguage()
  const { visit, step, wipe } = useVisit()
  const { phase, large, low } = visit
  const mayRestart = phase === "menu" || phase === "basket" || phase === "buyer" || phase === "pay"
  return (
    <nav className="kiosk-aids" aria-label={t("kiosk.help")}>
      <UnstyledButton className="aid" aria-pressed={large} onClick={() => step({ type: "look", large: !large })}>
        <b aria-hidden="true">A+</b> {t("kiosk.large")}
      </UnstyledButton>
      <UnstyledButton className="aid" aria-pressed={low} onClick={() => step({ type: "look", low: !low })}>
        <b aria-hidden="true">↓</b> {t("kiosk.low")}
      </UnstyledButton>
      {mayRestart && (
        <UnstyledButton className="aid" onClick={wipe}>
          <Icon name="cross" size={18} /> {t("kiosk.restart")}
        </UnstyledButton>
      )}
    </nav>
  )
}

/** All sizes are in rem, so the root's font size scales everything. */
function useLargeText(large: boolean): void {
  useEffect(() => {
    document.documentElement.dataset.large = String(large)
  }, [large])
}

/** Asks whether somebody is still there before the kiosk is reset. Any touch counts as yes. */
function IdleWarning({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useLanguage()
  const { visit } = useVisit()
  const code = visit.order?.orderCode
  return (
    <div className="idle-veil">
      <div
        className="idle-card"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="idle-title"
        aria-describedby="idle-text"
      >
        <h1 id="idle-title">{t("idle.title")}</h1>
        <p id="idle-text">
          {code === undefined ? t("idle.text", { n: secondsLeft }) : t("idle.saved", { code, n: secondsLeft })}
        </p>
        <Button size="xl" fullWidth autoFocus>
          {t("idle.stay")}
        </Button>
      </div>
    </div>
  )
}

/** After this many attempts the guest is told to call the staff. */
const STAFF_AFTER = 6

/** The order is being sent. Without an answer it is sent again, and the screen shows so. */
function SendingScreen() {
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
