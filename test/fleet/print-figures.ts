/** A fleet's figures as lines for people. */
import type { Waits } from "./meter.ts"
import type { FleetFigures } from "./run-fleet.ts"

export function printFigures(found: FleetFigures): string {
  const { asked, machine, connect, lag, hub, outages, atHub, storm, faults } = found
  const lists = Object.entries(hub.lists).map(([name, waits]) => [`list: ${name}`, waitsText(waits)] as const)
  const strange = Object.entries(faults).map(([reason, count]) => `${reason} ${count}`)
  const rows: (readonly [string, string])[] = [
    ["machine", `${machine.cores} × ${machine.cpu}, Node ${machine.node}, load ${machine.load}`],
    ["stores / hubs / seconds", `${asked.stores} / ${asked.hubs} / ${asked.seconds}`],
    ["all connected", `${(connect.ms / 1_000).toFixed(1)} s, ${connect.kibAStore} KiB of the hub's memory each`],
    [
      "orders",
      `${found.made} made, ${found.orders} acknowledged, ${atHub.orders} at the hub, ${atHub.parked} ops parked`,
    ],
    ["orders a second", `${found.perSecond} of ${Math.round(asked.rate * 10) / 10}`],
    ["made → acknowledged", waitsText(found.onLine)],
    ["made while away", waitsText(found.behind)],
    ["ops waiting", `typical ${lag.typical}, most ${lag.most}, the last after ${lag.drainedMs} ms`],
    [
      "hub's memory",
      `first ${hub.memory.first}, settled ${hub.memory.settled}, last ${hub.memory.last}, most ${hub.memory.most} MiB`,
    ],
    ["hub's processor", hub.busy.map((share) => `${Math.round(share * 100)} % of a core`).join(", ")],
    ["event loop, p99 of a second", waitsText(hub.loop)],
    ["outages", `${outages.vanished} vanished, ${outages.wills} wills heard, ${outages.declared} declared`],
    ...lists,
    ["connections given up", `${found.renewals}`],
    ["faults", strange.length === 0 ? "none" : strange.join(", ")],
    ...(storm ? [["broker restarted", `away ${storm.awayMs} ms; back ${waitsText(storm.back)}`] as const] : []),
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  return `${rows.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join("\n")}\n`
}

/** What must hold, whatever the machine: empty when all does. */
export function faultsOf({ made, orders, atHub, faults }: FleetFigures): string[] {
  return [
    ...(orders === made ? [] : [`${made - orders} orders were never acknowledged`]),
    ...(atHub.orders === made ? [] : [`the hub has ${atHub.orders} orders of ${made}`]),
    ...(atHub.parked === 0 ? [] : [`${atHub.parked} ops are parked`]),
    ...Object.entries(faults).map(([reason, count]) => `${reason}: ${count} times`),
  ]
}

function waitsText({ count, p50, p99, most }: Waits): string {
  return count === 0 ? "none" : `p50 ${p50}, p99 ${p99}, most ${most} ms (${count})`
}
