/** The screen's connection to its box: the client with the device's key, the box's clock, and the end of the pairing. */
import { createContext, type ReactNode, useContext, useMemo, useRef } from "react"
import { type Client, createClient } from "../../protocol/client/index.ts"
import { REPLACED_HEADER } from "../../protocol/mqtt/lan-changes.ts"
import type { StoreFace } from "../figures.tsx"
import { forget, recall, remember } from "../remember.ts"
import { type BoxContact, createBoxContact } from "./box-contact.ts"
import { createRetryingClient } from "./retrying-client.ts"

/** The box is on the same network and answers in milliseconds. */
const TIMEOUT_MS = 5_000
/** A wrong PIN is a 401 too; only this code means that the device's key was revoked. */
const UNAUTHORIZED = "UNAUTHORIZED"
/** Stored only while the box is away. */
const LAST_ANSWER_KEY = "brasa.lastAnswer"

/** The result of pairing, stored on the device. */
export interface Device {
  readonly deviceId: string
  readonly key: string
  readonly store: StoreFace
  /** Missing on a register that was paired by an early version. */
  readonly kind?: string
  /** The screen's kitchen station, if it has one. */
  readonly station?: string | null
}

export interface Box {
  /** Sends a repeatable request until the box answers. */
  readonly client: Client
  readonly contact: BoxContact
  readonly device: Device
  /** Ends the pairing on this device. */
  readonly forgetDevice: () => void
  /** Sets a header of all further requests, as the signed-in person's token; null removes it. */
  readonly setHeader: (name: string, value: string | null) => void
  /** The box's time, because a screen with a wrong clock must not move a sale to another shift. */
  readonly now: () => string
  /** Sets the box's time from an answer that has just arrived. */
  readonly setNow: (moment: string) => void
}

const BoxContext = createContext<Box | null>(null)

interface BoxProviderProps {
  readonly device: Device
  readonly onRevoked: () => void
  readonly onForget: () => void
  /** Another box has taken over the store. */
  readonly onReplaced: () => void
  readonly children: ReactNode
}

export function BoxProvider({ device, onRevoked, onForget, onReplaced, children }: BoxProviderProps) {
  const revoked = useRef(onRevoked)
  revoked.current = onRevoked
  const replaced = useRef(onReplaced)
  replaced.current = onReplaced
  const forgotten = useRef(onForget)
  forgotten.current = onForget
  const box = useMemo<Box>(() => {
    const headers = new Map<string, string>()
    const send: typeof fetch = (url, init) =>
      fetch(url, { ...init, headers: { ...(init?.headers as Record<string, string>), ...Object.fromEntries(headers) } })
    const client = createClient({ baseUrl: "", key: device.key, timeoutMs: TIMEOUT_MS, fetch: send })
    const watched = watchAnswers(client, { onRevoked: () => revoked.current(), onReplaced: () => replaced.current() })
    const clock = createBoxClock()
    const contact = createBoxContact({ now: clock.now, memory: LAST_ANSWER })
    return {
      device,
      setHeader: (name, value) => (value === null ? headers.delete(name) : headers.set(name, value)),
      client: createRetryingClient(watched, contact),
      contact,
      forgetDevice: () => forgotten.current(),
      ...clock,
    }
  }, [device])
  return <BoxContext value={box}>{children}</BoxContext>
}

/** The same box with another client for its children. */
export function BoxOverride({ client, children }: { client: Client; children: ReactNode }) {
  const box = useBox()
  const value = useMemo(() => ({ ...box, client }), [box, client])
  return <BoxContext value={value}>{children}</BoxContext>
}

export function useBox(): Box {
  const box = useContext(BoxContext)
  if (!box) throw new Error("useBox stands outside its BoxProvider")
  return box
}

const LAST_ANSWER = {
  read: () => recall<string>(LAST_ANSWER_KEY),
  write: (moment: string | null) => (moment === null ? forget(LAST_ANSWER_KEY) : remember(LAST_ANSWER_KEY, moment)),
}

function createBoxClock(): Pick<Box, "now" | "setNow"> {
  let skewMs = 0
  return {
    now: () => new Date(Date.now() + skewMs).toISOString(),
    setNow(moment) {
      skewMs = Date.parse(moment) - Date.now()
    },
  }
}

interface AnswerHandlers {
  readonly onRevoked: () => void
  readonly onReplaced: () => void
}

function watchAnswers(client: Client, { onRevoked, onReplaced }: AnswerHandlers): Client {
  return {
    call: async (endpoint, options, timeouts) => {
      const answer = await client.call(endpoint, options, timeouts)
      if (answer.ok && answer.headers[REPLACED_HEADER] !== undefined) onReplaced()
      if (!answer.ok && !answer.offline && answer.refused === UNAUTHORIZED) onRevoked()
      return answer
    },
  }
}
