/**
 * A box that another has replaced cannot speak over the hub's broker any more. It hears so, and hands over what it had sold, in the same
 * messages over HTTP.
 */
export interface SyncMessage {
  readonly topic: string
  readonly payload: string
}

/** The hub's answers; `unknown`: it does not know of a replacement; `away`: it could not be asked. */
export type RequestLeftoverSync = (message: SyncMessage | null) => Promise<readonly SyncMessage[] | "unknown" | "away">

export interface LeftoverSync {
  /** The broker refused the login: begins to hand over if it was for a replacement. */
  refused(): void
  /** Whether the box hands over now; what is not an `up` or a `pull` has no reader any more. */
  send(message: SyncMessage): boolean
  /** The engine wants a new connection. */
  renew(): boolean
  stop(): void
}

interface LeftoverSyncDeps {
  readonly ask: RequestLeftoverSync
  /** It is true: the broker is left alone from now on. */
  readonly onReplaced: () => void
  readonly onUp: () => void
  readonly onDown: () => void
  readonly onMessage: (message: SyncMessage) => void
}

export function createLeftoverSync({ ask, onReplaced, onUp, onDown, onMessage }: LeftoverSyncDeps): LeftoverSync {
  let is: "idle" | "asking" | "handing" | "stopped" = "idle"
  return {
    refused() {
      if (is !== "idle") return
      is = "asking"
      void ask(null).then((answer) => {
        if (is !== "asking") return
        is = typeof answer === "string" ? "idle" : "handing"
        if (is === "idle") return
        onReplaced()
        onUp()
      })
    },
    send(message) {
      if (is !== "handing") return false
      void ask(message).then((answer) => {
        // Silence, as over the broker: what matters is said again.
        if (is === "handing" && typeof answer !== "string") for (const one of answer) onMessage(one)
      })
      return true
    },
    renew() {
      if (is !== "handing") return false
      onDown()
      onUp()
      return true
    },
    stop() {
      is = "stopped"
    },
  }
}
