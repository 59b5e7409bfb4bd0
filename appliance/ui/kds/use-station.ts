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

type StationAction = Omit<TicketAction, "actionId">

interface Station {
  readonly snapshot: Snapshot<StationSnapshot>
  /** With pending actions applied; null until the first answer. */
  readonly shown: StationSnapshot | null
  readonly actions: PendingActions<StationAction>
  readonly fresh: ReadonlySet<string>
}

export function useStation(ring: Sound["ring"]): Station {
  const { client, now } = useBox()
  const snapshot = useSnapshot(readStation, { on: TOPICS })
  const send = useCallback((body: TicketAction) => client.call(actAtStation, { body }), [client])
  const actions = usePendingActions<StationAction>(WAITING_KEY, { send, after: snapshot.readAgain })
  const { data } = snapshot
  const shown = useMemo(() => data && applyPendingActions(data, actions.waiting, now()), [data, actions.waiting, now])
  const fresh = useFresh(data, () => ring("new"))
  useVoidSound(data, () => ring("void"))
  const details = { shown: shown?.tickets.length ?? 0, expected: shown?.expected ?? 0 }
  const degraded = details.shown < details.expected ? "tickets_missing" : null
  useHeartbeat({ componentType: "kds_station", degraded, details })
  useShown(shown?.tickets.length)
  return { snapshot, shown, actions, fresh }
}

/** Tickets that this device has not shown before, for a moment. */
function useFresh(data: StationSnapshot | null, onNew: () => void): ReadonlySet<string> {
  const known = useRef<readonly string[] | null>(recall<string[]>(KNOWN_KEY))
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(onNew)
  latest.current = onNew
  useEffect(() => {
    if (!data) return
    const noticed = findNewTickets(known.current, data.tickets)
    known.current = noticed.known
    remember(KNOWN_KEY, noticed.known)
    if (noticed.fresh.length === 0) return
    latest.current()
    setFresh((before) => new Set([...before, ...noticed.fresh]))
    // No cleanup function: a later read must not cancel the end of the highlight.
    setTimeout(() => {
      setFresh((before) => new Set([...before].filter((id) => !noticed.fresh.includes(id))))
    }, NEW_MS)
  }, [data])
  return fresh
}

function useVoidSound(data: StationSnapshot | null, onVoid: () => void): void {
  const known = useRef<number | null>(null)
  const latest = useRef(onVoid)
  latest.current = onVoid
  useEffect(() => {
    if (!data) return
    const voids = data.tickets.reduce((sum, ticket) => sum + ticket.voids.length, 0)
    if (known.current !== null && voids > known.current) latest.current()
    known.current = voids
  }, [data])
}
