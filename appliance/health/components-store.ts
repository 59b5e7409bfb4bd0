/** The last beat of each of the store's components, on the box's disk. */
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
    "INSERT INTO component (component_id, body) VALUES (?, ?) ON CONFLICT (component_id) DO UPDATE SET body = excluded.body",
  ).run(component.componentId, JSON.stringify(component))
}
