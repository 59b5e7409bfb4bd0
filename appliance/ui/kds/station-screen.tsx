/** A station's screen: its tickets, oldest first, and all that a cook does with a finger or a bump bar. */
import "./station-screen.css"
import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import type { ShownTicket } from "../../../protocol/shapes/ticket.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useNow } from "../../../ui/device/use-now.ts"
import { recall, remember } from "../../../ui/remember.ts"
import { Empty, ErrorState, Loading } from "../../../ui/states.tsx"
import { KEY_PLACES_DEFAULT, tidyKeyPlaces } from "./bump-keys.ts"
import { KitchenBar, KitchenFault } from "./kitchen-bar.tsx"
import { useLanguage } from "./language.ts"
import { hiddenBy, pageTickets, type Room, ticketsOn } from "./page-tickets.ts"
import { AllDayPanel, RecallPanel } from "./side-panels.tsx"
import { type Panel, SettingsPanel, StationTools } from "./station-tools.tsx"
import { TicketWall } from "./ticket-wall.tsx"
import { useSelection } from "./use-selection.ts"
import { useSound } from "./use-sound.ts"
import { useStation } from "./use-station.ts"
import { useStationKeys } from "./use-station-keys.ts"

const PLACES_KEY = "brasa.kds.keys"

export function StationScreen() {
  const { device } = useBox()
  const sound = useSound()
  const { shown, actions, fresh, snapshot } = useStation(sound.ring)
  const now = useNow()
  const { ref, room } = useRoom()
  const [panel, setPanel] = useState<Panel | null>(null)
  const [places, setPlaces] = usePlaces()
  const pages = pageTickets(shown?.tickets ?? [], room)
  const chooser = useSelection((page) => ticketsOn(pages[page] ?? []), pages.length)
  const columns = pages[chooser.page] ?? []
  const ticketActions = ticketActionsOf(actions.add)
  const toggle = (which: Panel) => setPanel((before) => (before === which ? null : which))
  const undo = () => shown?.undo && actions.add({ deed: "undo", undoes: shown.undo.actionId })
  useStationKeys({
    places,
    onPage: ticketsOn(columns).map(({ ticket }) => ticket),
    chooser,
    actions: ticketActions,
    undo,
    toggle,
    mute: sound.toggle,
  })
  const counts = shown && { shown: shown.tickets.length, expected: shown.expected }
  const bar = { counts, words: "kds" as const, snapshot, now }
  return (
    <div className="kds">
      <KitchenBar {...bar} title={shown?.station ?? device.store.name}>
        <StationTools undo={shown?.undo ?? null} onUndo={undo} panel={panel} onPanel={toggle} sound={sound} />
      </KitchenBar>
      <KitchenFault {...bar} waiting={actions.waiting.length} error={actions.error} />
      <div className="kds-body">
        <div className="kds-wall" ref={ref}>
          {shown === null && <NotLoaded snapshot={snapshot} />}
          {shown?.tickets.length === 0 && <NothingToMake />}
          {shown && (
            <TicketWall
              {...{ columns, now, places, fresh }}
              sla={shown.sla}
              choice={chooser.choice}
              actions={ticketActions}
            />
          )}
          <PageTurner hidden={hiddenBy(pages, chooser.page)} onTurn={chooser.turn} />
        </div>
        {panel === "all_day" && <AllDayPanel rows={shown?.allDay ?? []} />}
        {panel === "recall" && (
          <RecallPanel
            tickets={shown?.recent ?? []}
            onRecall={(ticket) => {
              ticketActions.recall(ticket)
              setPanel(null)
            }}
          />
        )}
        {panel === "settings" && <SettingsPanel places={places} onPlaces={setPlaces} />}
      </div>
    </div>
  )
}

function usePlaces(): [string, (typed: string) => void] {
  const [places, setPlaces] = useState(() => recall<string>(PLACES_KEY) ?? KEY_PLACES_DEFAULT)
  const choose = (typed: string) => {
    const tidy = tidyKeyPlaces(typed)
    remember(PLACES_KEY, tidy)
    setPlaces(tidy)
  }
  return [places, choose]
}

function NothingToMake() {
  const { t } = useLanguage()
  return (
    <Empty icon="check" title={t("kds.empty")}>
      {t("kds.emptyText")}
    </Empty>
  )
}

interface PageTurnerProps {
  readonly hidden: { readonly before: number; readonly after: number }
  readonly onTurn: (by: number) => void
}

function PageTurner({ hidden: { before, after }, onTurn }: PageTurnerProps) {
  const { t } = useLanguage()
  if (before === 0 && after === 0) return null
  return (
    <nav className="kds-pages">
      {before > 0 && (
        <button type="button" onClick={() => onTurn(-1)}>
          ← {t("kds.pageBefore", { n: before })}
        </button>
      )}
      {after > 0 && (
        <button type="button" onClick={() => onTurn(1)}>
          {t("kds.pageAfter", { n: after })} →
        </button>
      )}
    </nav>
  )
}

function NotLoaded({ snapshot: { error } }: Pick<ReturnType<typeof useStation>, "snapshot">) {
  const { t } = useLanguage()
  if (error && !error.offline && error.refused === "VALIDATION_ERROR") {
    return <Empty icon="alert" title={t("kds.noStation")} />
  }
  if (error) return <ErrorState answer={error} />
  return <Loading>{t("kds.loading")}</Loading>
}

function ticketActionsOf(add: ReturnType<typeof useStation>["actions"]["add"]) {
  return {
    start: ({ ticketId }: ShownTicket) => add({ deed: "start", ticketId }),
    bump: ({ ticketId }: ShownTicket) => add({ deed: "bump", ticketId }),
    recall: ({ ticketId }: ShownTicket) => add({ deed: "recall", ticketId }),
    seen: ({ ticketId }: ShownTicket) => add({ deed: "acknowledge", ticketId }),
    line: ({ ticketId, bumpedLines }: ShownTicket, lineId: string) =>
      add({ deed: bumpedLines.includes(lineId) ? "unbump_line" : "bump_line", ticketId, lineId }),
  }
}

/** Used until the screen has been measured. */
const FIRST: Room = { width: 1280, height: 640 }

/** Measures the room for tickets, again whenever the screen is turned. */
function useRoom(): { ref: RefObject<HTMLDivElement | null>; room: Room } {
  const ref = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState<Room>(FIRST)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const faultHeight = element.closest(".kds")?.querySelector<HTMLElement>(".kds-fault")?.offsetHeight ?? 0
      setRoom({ width: element.clientWidth, height: element.clientHeight, faultHeight })
    }
    // Measured before the first paint, so that tickets do not jump.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, room }
}
