/** Derives from the channels which party may publish and subscribe which topics. A broker enforces it. */
import type { Channel, Party } from "./channel.ts"

export interface Access {
  mayPublish(party: Party, topic: string): boolean
  maySubscribe(party: Party, filter: string): boolean
}

interface AccessRow {
  readonly channel: string
  readonly action: "publish" | "subscribe"
  readonly filter: string
}

export function createAccess(channels: readonly Channel[]): Access {
  return {
    mayPublish: (party, topic) =>
      channels.some((channel) => channel.from.includes(party.kind) && owns(party, channel.parse(topic))),
    // A party may subscribe to a filter that is as wide as the channel's own filter for it, or narrower.
    maySubscribe: (party, filter) =>
      channels.some(
        (channel) => channel.to.includes(party.kind) && narrows(filter, channel.filter(paramsOf(channel, party))),
      ),
  }
}

/** The access list of one party, for an external broker. */
export function accessRows(channels: readonly Channel[], party: Party): AccessRow[] {
  return channels.flatMap((channel) => {
    const filter = channel.filter(paramsOf(channel, party))
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

/** The party's parameters that occur in the channel's topic. */
function paramsOf(channel: Channel, party: Party): Record<string, string> {
  const known = Object.entries(party.params).filter(([name]) => channel.pattern.includes(`{${name}}`))
  return Object.fromEntries(known)
}

function narrows(filter: string, allowed: string): boolean {
  const requested = filter.split("/")
  const granted = allowed.split("/")
  return (
    requested.length === granted.length &&
    granted.every(
      (segment, index) => segment === requested[index] || (segment === "+" && isOneSegment(requested[index])),
    )
  )
}

function isOneSegment(segment: string | undefined): boolean {
  return segment !== undefined && segment !== "" && segment !== "#" && (segment === "+" || !segment.includes("+"))
}
