/** A station's tickets with pending actions applied, its new tickets, and the screen's heartbeat. */
import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import { actAtStation, readStation } from "../../../protocol/http/kitchen.ts"
import type { StationSnapshot, TicketAction } from "../../../protocol/shapes/ticket.ts"
import { useBox } from "../../../ui/device/box.tsx"
import { useShown } from "../../../ui/device/live.tsx"
import { useHeartbeat } from "../../../ui/device/use-heartbeat.ts"
import { type Snapshot, useSnapshot } from "../../../ui/device/use-snapshot.ts"
import { recall, remember } from "../../../ui/remember.ts"
import { applyPendingActions } from "./apply-pending-actions.ts"
import { findNewTickets } from "./find-new-tickets.ts"
import { type PendingActions, usePendingActions } from "./use-pending-actions.ts"
import type { Sound } from "./use-sound.ts"

const TOPICS = ["tickets"] as const
const WAITING_KEY = "brasa.kds.waiting"
const KNOWN_KEY = "brasa.kds.known"
const NEW_MS = 10_000

type StationAct = Omit<TicketAction, "actionId">

interface Station {
  readonly snapshot: Snapshot<StationSnapshot>
  /** With pending actions applied; null until the first answer. */
  readonly shown: StationSnapshot | null
  readonly deeds: PendingActions<StationAct>
  readonly fresh: ReadonlySet<string>
}

export function useStation(ring: Sound["ring"]): Station {
  const { client, now } = useBox()
  const snapshot = useSnapshot(readStation, { on: TOPICS })
  const send = useCallback((body: TicketAction) => client.call(actAtStation, { body }), [client])
  const deeds = usePendingActions<StationAct>(WAITING_KEY, { send, after: snapshot.readAgain })
  const { data } = snapshot
  const shown = useMemo(() => data && applyPendingActions(data, deeds.waiting, now()), [data, deeds.waiting, now])
  const fresh = useFresh(data, () => ring("new"))
  useVoidBell(data, () => ring("void"))
  const details = { shown: shown?.tickets.length ?? 0, expected: shown?.expected ?? 0 }
  const degraded = details.shown < details.expected ? "tickets_missing" : null
  useHeartbeat({ componentType: "kds_station", degraded, details })
  useShown(shown?.tickets.length)
  return { snapshot, shown, deeds, fresh }
}

/** Tickets that this device has not shown before, for a moment. */
function useFresh(data: StationSnapshot | null, onNew: () => void): ReadonlySet<string> {
  const known = useRef<readonly string[] | null>(recall<string[]>(KNOWN_KEY))
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const bell = useRef(onNew)
  bell.current = onNew
  useEffect(() => {
    if (!data) return
    const noticed = findNewTickets(known.current, data.tickets)
    known.current = noticed.known
    remember(KNOWN_KEY, noticed.known)
    if (noticed.fresh.length === 0) return
    bell.current()
    setFresh((before) => new Set([...before, ...noticed.fresh]))
    // No cleanup function: a later read must not cancel the end of the highlight.
    setTimeout(() => {
      setFresh((before) => new Set([...before].filter((id) => !noticed.fresh.includes(id))))
    }, NEW_MS)
  }, [data])
  return fresh
}

function useVoidBell(data: StationSnapshot | null, onVoid: () => void): void {
  const heard = useRef<number | null>(null)
  const bell = useRef(onVoid)
  bell.current = onVoid
  useEffect(() => {
    if (!data) return
    const voids = data.tickets.reduce((sum, ticket) => sum + ticket.voids.length, 0)
    if (heard.current !== null && voids > heard.current) bell.current()
    heard.current = voids
  }, [data])
}
