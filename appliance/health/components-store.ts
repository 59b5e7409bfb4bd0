/** The last heartbeat of each component of the store, and whether it was reported to the hub. */
import type { Component } from "../../protocol/shapes/heartbeat.ts"
import type { BoxTx } from "../storage/index.ts"

export function findComponent({ db }: BoxTx, componentId: string): Component | null {
  const row = db
    .prepare<[string], { body: string }>("SELECT body FROM component WHERE component_id = ?")
    .get(componentId)
  return row ? JSON.parse(row.body) : null
}

export function saveComponent({ db }: BoxTx, component: Component): void {
  db.prepare(
    `INSERT INTO component (component_id, last_beat_at, relayed_at, body) VALUES (?, ?, '', ?)
     ON CONFLICT (component_id) DO UPDATE SET last_beat_at = excluded.last_beat_at, body = excluded.body`,
  ).run(component.componentId, component.lastBeatAt, JSON.stringify(component))
}

/** Heartbeats since `since` that are not reported yet, oldest first. */
export function unreportedHeartbeats({ db }: BoxTx, since: string): Iterable<{ readonly body: string }> {
  return db
    .prepare<[string], { body: string }>(
      "SELECT body FROM component WHERE last_beat_at >= ? AND last_beat_at <> relayed_at ORDER BY last_beat_at",
    )
    .iterate(since)
}

export function markReported({ db }: BoxTx, beats: readonly Component[]): void {
  const mark = db.prepare("UPDATE component SET relayed_at = last_beat_at WHERE component_id = ?")
  for (const { componentId } of beats) mark.run(componentId)
}

/** Deletes components without a heartbeat since `before`. The hub keeps their history. */
export function forgetSilent({ db }: BoxTx, before: string): void {
  db.prepare("DELETE FROM component WHERE last_beat_at < ?").run(before)
}
