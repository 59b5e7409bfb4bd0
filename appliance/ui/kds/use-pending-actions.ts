/** Actions of this screen that the box has not answered yet. They are stored on the device and sent in order until the box answers. */
import { useCallback, useEffect, useRef, useState } from "react"
import type { RequestError } from "../../../ui/explain.ts"
import { recall, remember } from "../../../ui/remember.ts"
import { makeUuid } from "../../../ui/uuid.ts"
import { type Answered, deliver } from "./send-action.ts"

const ERROR_SHOWN_MS = 6_000

export interface PendingActions<Action> {
  /** Oldest first. */
  readonly waiting: readonly (Action & { readonly actionId: string })[]
  readonly error: RequestError | null
  readonly add: (entry: Action) => void
}

type Send<Action> = (action: Action & { actionId: string }) => Promise<Answered>

/** `after` reads the result and returns whether it could be read. */
export function usePendingActions<Action extends object>(
  storageKey: string,
  { send, after }: { send: Send<Action>; after: () => Promise<boolean> },
): PendingActions<Action> {
  type Waiting = Action & { readonly actionId: string }
  const [waiting, setWaiting] = useState<readonly Waiting[]>(() => recall<Waiting[]>(storageKey) ?? [])
  const [error, setError] = useState<RequestError | null>(null)
  const latest = useRef({ send, after })
  latest.current = { send, after }
  const update = useCallback(
    (change: (before: readonly Waiting[]) => readonly Waiting[]) =>
      setWaiting((before) => {
        const next = change(before)
        remember(storageKey, next)
        return next
      }),
    [storageKey],
  )
  const first = waiting[0]
  useEffect(() => {
    if (!first) return
    return deliver({
      send: () => latest.current.send(first),
      after: () => latest.current.after(),
      onRefused: setError,
      onDone: () => update((before) => before.filter(({ actionId }) => actionId !== first.actionId)),
    })
  }, [first, update])
  useEffect(() => {
    if (!error) return
    const timer = setTimeout(setError, ERROR_SHOWN_MS, null)
    return () => clearTimeout(timer)
  }, [error])
  const add = useCallback(
    (entry: Action) => update((before) => [...before, { ...entry, actionId: makeUuid() }]),
    [update],
  )
  return { waiting, error, add }
}
