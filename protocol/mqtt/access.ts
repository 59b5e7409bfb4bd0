/** Who may publish and subscribe what: the table that a broker enforces, derived from the channels. */
import type { Channel, Party } from "./channel.ts"

export interface Access {
  mayPublish(party: Party, topic: string): boolean
  maySubscribe(party: Party, filter: string): boolean
}

export interface AccessRow {
  readonly channel: string
  readonly action: "publish" | "subscribe"
  readonly filter: string
}

export function createAccess(channels: readonly Channel[]): Access {
  return {
    mayPublish: (party, topic) =>
      channels.some((channel) => channel.from.includes(party.kind) && owns(party, channel.parse(topic))),
    // A filter is allowed only as the channel itself would write it for this party: narrower, never wider.
    maySubscribe: (party, filter) =>
      channels.some(
        (channel) => channel.to.includes(party.kind) && narrows(filter, channel.filter(own(channel, party))),
      ),
  }
}

/** The rows for one party, as an external broker's access list needs them. */
export function accessRows(channels: readonly Channel[], party: Party): AccessRow[] {
  return channels.flatMap((channel) => {
    const filter = channel.filter(own(channel, party))
    const row = (action: AccessRow["action"]): AccessRow => ({ channel: channel.name, action, filter })
    return [
      ...(channel.from.includes(party.kind) ? [row("publish")] : []),
      ...(channel.to.includes(party.kind) ? [row("subscribe")] : []),
    ]
  })
}

function owns(party: Party, params: Record<string, string> | null): boolean {
  return params !== null && Object.entries(party.params).every(([name, value]) => (params[name] ?? value) === value)
}

/** The party's parameters that the channel knows. */
function own(channel: Channel, party: Party): Record<string, string> {
  const known = Object.entries(party.params).filter(([name]) => channel.pattern.includes(`{${name}}`))
  return Object.fromEntries(known)
}

function narrows(filter: string, allowed: string): boolean {
  const asked = filter.split("/")
  const granted = allowed.split("/")
  return (
    asked.length === granted.length &&
    granted.every((segment, index) => segment === asked[index] || (segment === "+" && isOneSegment(asked[index])))
  )
}

function isOneSegment(segment: string | undefined): boolean {
  return segment !== undefined && segment !== "" && segment !== "#" && (segment === "+" || !segment.includes("+"))
}
