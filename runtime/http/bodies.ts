/** The bodies of requests while they arrive: how long one may take, how much all of a listener's hold, and their end at a stop. */
import type { IncomingMessage } from "node:http"

/** What a request that has begun holds beside the bytes of its body: socket, parser, headers. */
const REQUEST_BYTES = 16 * 1024

interface BodiesMax {
  /** Of all bodies that have not arrived whole. */
  readonly bytes: number
  readonly ms: number
}

/** Why a body is waited for no longer. */
export type Ended = "too slow" | "no room" | "stopping"

export interface Body {
  /** Called once, also when the end was before. */
  onEnd(listen: (why: Ended) => void): void
  grow(bytes: number): void
  /** It has arrived, or nobody waits for it any more. */
  close(): void
}

export interface Bodies {
  open(request: IncomingMessage): Body
  /** Ends those that have taken too long; to be called again and again. */
  sweep(): void
  /** Ends all, and each that begins afterwards: whoever has not sent its request whole has had nothing done. */
  stop(): void
}

interface Place {
  readonly request: IncomingMessage
  readonly startedAt: number
  held: number
  ended: Ended | null
  listen: ((why: Ended) => void) | null
}

const places = new WeakMap<IncomingMessage, Body>()

/** Of a request that came by a listener. */
export function bodyOf(request: IncomingMessage): Body | undefined {
  return places.get(request)
}

/**
 * Where there is no more room the body that began first is ended, not the one that comes: a body arrives in milliseconds, so the first
 * is most probably one that never ends.
 */
export function createBodies(max: BodiesMax, now: () => number = performance.now.bind(performance)): Bodies {
  /** In the order of their beginning. */
  const open = new Set<Place>()
  let held = 0
  let stopped = false
  const leave = (place: Place) => {
    if (open.delete(place)) held -= place.held
  }
  const end = (place: Place, why: Ended) => {
    leave(place)
    place.ended = why
    place.listen?.(why)
  }
  const grow = (place: Place, bytes: number) => {
    if (!open.has(place)) return
    place.held += bytes
    held += bytes
    for (const first of open) {
      if (held <= max.bytes) return
      end(first, "no room")
    }
  }
  return {
    open(request) {
      const place: Place = { request, startedAt: now(), held: 0, ended: stopped ? "stopping" : null, listen: null }
      if (!stopped) open.add(place)
      const body: Body = {
        onEnd(listen) {
          place.listen = listen
          if (place.ended) listen(place.ended)
        },
        grow: (bytes) => grow(place, bytes),
        close: () => leave(place),
      }
      grow(place, REQUEST_BYTES)
      places.set(request, body)
      return body
    },
    sweep() {
      for (const place of open) {
        if (now() - place.startedAt < max.ms) return
        end(place, "too slow")
      }
    },
    stop() {
      stopped = true
      for (const place of open) {
        // Nobody is there who could answer it: its caller is still being looked up, or has its answer.
        if (!place.listen) place.request.destroy()
        end(place, "stopping")
      }
    },
  }
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}
