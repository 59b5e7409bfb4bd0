/**
 * A box that was replaced can no longer use the hub's broker. It learns that it was replaced, and sends its remaining operations over HTTP,
 * in the same messages.
 */
export interface SyncMessage {
  readonly topic: string
  readonly payload: string
}

/** Resolves with the hub's answers. `unknown`: the hub knows of no replacement. `away`: the hub cannot be reached. */
export type RequestLeftoverSync = (message: SyncMessage | null) => Promise<readonly SyncMessage[] | "unknown" | "away">

export interface LeftoverSync {
  /** Called when the broker refuses the login: starts to send over HTTP if this box was replaced. */
  refused(): void
  /** Sends the message over HTTP; returns false if this box was not replaced. */
  send(message: SyncMessage): boolean
  /** The engine wants a new connection. */
  renew(): boolean
  stop(): void
}

interface LeftoverSyncDeps {
  readonly ask: RequestLeftoverSync
  /** Called when the hub confirms the replacement; the box stops using the broker. */
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
        // A lost message is ignored, as over the broker: sync sends again what matters.
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
