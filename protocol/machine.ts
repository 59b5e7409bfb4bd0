/** A state machine as a table that a person can read: the next state, what can be reached, the table as Markdown. */

export interface Row<State extends string, Trigger extends string> {
  readonly from: State
  readonly on: Trigger
  readonly to: State
  /** What else happens, in a person's words. */
  readonly also?: string
}

export interface Machine<State extends string, Trigger extends string> {
  /** The first one is where everything begins. */
  readonly states: readonly [State, ...State[]]
  readonly triggers: readonly Trigger[]
  readonly rows: readonly Row<State, Trigger>[]
}

/** Faults of a table throw where it is written: two rows for one state and trigger, a state or trigger that nothing reaches. */
export function machine<const State extends string, const Trigger extends string>(
  table: Machine<State, Trigger>,
): Machine<State, Trigger> {
  const faults = [...ambiguous(table), ...unreached(table), ...unused(table)]
  if (faults.length > 0) throw new Error(`not a state machine: ${faults.join("; ")}`)
  return table
}

/** The next state; null where the table has no row, and so nothing moves. */
export function step<State extends string, Trigger extends string>(
  { rows }: Machine<State, Trigger>,
  from: State,
  on: Trigger,
): State | null {
  return rows.find((row) => row.from === from && row.on === on)?.to ?? null
}

/** Every state that can follow, in any number of steps; the state itself only if a step leads back to it. */
export function reachable<State extends string, Trigger extends string>(
  { rows }: Machine<State, Trigger>,
  from: State,
): ReadonlySet<State> {
  const found = new Set<State>()
  const open: State[] = [from]
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    for (const row of rows) {
      if (row.from !== state || found.has(row.to)) continue
      found.add(row.to)
      open.push(row.to)
    }
  }
  return found
}

/** States that nothing leaves. */
export function finalStates<State extends string, Trigger extends string>({
  states,
  rows,
}: Machine<State, Trigger>): State[] {
  return states.filter((state) => !rows.some(({ from, to }) => from === state && to !== state))
}

export function toMarkdown<State extends string, Trigger extends string>({ rows }: Machine<State, Trigger>): string {
  const cells = rows.map(({ from, on, to, also }) => [from, on, to, also ?? ""])
  const lines = [["state", "trigger", "next state", "also"], ["---", "---", "---", "---"], ...cells]
  return lines.map((line) => `| ${line.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`).join("")
}

function ambiguous({ rows }: Machine<string, string>): string[] {
  return rows
    .filter(({ from, on }, place) => rows.findIndex((row) => row.from === from && row.on === on) !== place)
    .map(({ from, on }) => `two rows for ${from} on ${on}`)
}

function unreached(table: Machine<string, string>): string[] {
  const [start, ...others] = table.states
  const found = reachable(table, start)
  return others.filter((state) => !found.has(state)).map((state) => `nothing leads to ${state}`)
}

function unused({ rows, triggers }: Machine<string, string>): string[] {
  return triggers.filter((trigger) => !rows.some(({ on }) => on === trigger)).map((trigger) => `no row for ${trigger}`)
}
