/** Limits how many connections one login has: the oldest is closed when a newer one would be too many. */
import type { Client } from "aedes"

export interface NewestOfLogin {
  /** Remembers whose connection it will be, once it is connected. */
  note(client: Client, username: string): void
  connected(client: Client): void
  disconnected(client: Client): void
}

export function createNewestOfLogin(max: number): NewestOfLogin {
  const usernames = new WeakMap<Client, string>()
  /** Oldest first. */
  const clients = new Map<string, Set<Client>>()
  const forget = (client: Client, username: string) => {
    const same = clients.get(username)
    same?.delete(client)
    if (same?.size === 0) clients.delete(username)
  }
  return {
    note: (client, username) => void usernames.set(client, username),
    connected(client) {
      const username = usernames.get(client)
      if (username === undefined) return
      const same = clients.get(username) ?? new Set()
      clients.set(username, same.add(client))
      for (const oldest of [...same].slice(0, -max)) {
        forget(oldest, username)
        oldest.close()
      }
    },
    disconnected(client) {
      const username = usernames.get(client)
      if (username !== undefined) forget(client, username)
    },
  }
}
