/** Limits the arriving request bodies of a listener: time per body, bytes of all bodies; and ends them when the listener stops. */
import type { IncomingMessage } from "node:http"

/** Memory of a request without its body: socket, parser, headers. */
const REQUEST_BYTES = 16 * 1024

interface BodiesMax {
  /** Of all incomplete bodies. */
  readonly bytes: number
  readonly ms: number
}

/** Why a body was ended before it was complete. */
export type BodyEnd = "too slow" | "no room" | "stopping"

export interface Body {
  /** Calls back once, also if the body has already ended. */
  onEnd(listen: (why: BodyEnd) => void): void
  grow(bytes: number): void
  /** The body is complete, or no longer needed. */
  close(): void
}

export interface Bodies {
  open(request: IncomingMessage): Body
  /** Ends bodies that take too long; call it periodically. */
  sweep(): void
  /** Ends all bodies and every later one. Nothing was done for an incomplete request. */
  stop(): void
}

interface OpenBody {
  readonly request: IncomingMessage
  readonly startedAt: number
  bytes: number
  ended: BodyEnd | null
  listen: ((why: BodyEnd) => void) | null
}

const bodies = new WeakMap<IncomingMessage, Body>()

/** The body of a request that came through a listener; else undefined. */
export function bodyOf(request: IncomingMessage): Body | undefined {
  return bodies.get(request)
}

/**
 * Beyond the limit of bytes, the oldest body is ended, not the newest: a body normally arrives within milliseconds, so the oldest one
 * probably never ends.
 */
export function createBodies(max: BodiesMax, now: () => number = performance.now.bind(performance)): Bodies {
  /** Oldest first. */
  const open = new Set<OpenBody>()
  let total = 0
  let stopped = false
  const remove = (body: OpenBody) => {
    if (open.delete(body)) total -= body.bytes
  }
  const end = (body: OpenBody, why: BodyEnd) => {
    remove(body)
    body.ended = why
    body.listen?.(why)
  }
  const grow = (body: OpenBody, bytes: number) => {
    if (!open.has(body)) return
    body.bytes += bytes
    total += bytes
    for (const oldest of open) {
      if (total <= max.bytes) return
      end(oldest, "no room")
    }
  }
  return {
    open(request) {
      const body: OpenBody = { request, startedAt: now(), bytes: 0, ended: stopped ? "stopping" : null, listen: null }
      if (!stopped) open.add(body)
      const handle: Body = {
        onEnd(listen) {
          body.listen = listen
          if (body.ended) listen(body.ended)
        },
        grow: (bytes) => grow(body, bytes),
        close: () => remove(body),
      }
      grow(body, REQUEST_BYTES)
      bodies.set(request, handle)
      return handle
    },
    sweep() {
      for (const body of open) {
        if (now() - body.startedAt < max.ms) return
        end(body, "too slow")
      }
    },
    stop() {
      stopped = true
      for (const body of open) {
        // No handler waits for this body, so nothing would answer the request.
        if (!body.listen) body.request.destroy()
        end(body, "stopping")
      }
    },
  }
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}
