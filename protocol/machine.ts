/** State machines as readable tables: next state, reachable states, the table as Markdown. */

export interface Row<State extends string, Trigger extends string> {
  readonly from: State
  readonly on: Trigger
  readonly to: State
  /** A side effect, described in words. */
  readonly also?: string
}

export interface Machine<State extends string, Trigger extends string> {
  /** The first one is the initial state. */
  readonly states: readonly [State, ...State[]]
  readonly triggers: readonly Trigger[]
  readonly rows: readonly Row<State, Trigger>[]
}

/** Checks a table. Throws for two rows with the same state and trigger, an unreachable state, or an unused trigger. */
export function machine<const State extends string, const Trigger extends string>(
  table: Machine<State, Trigger>,
): Machine<State, Trigger> {
  const faults = [...ambiguous(table), ...unreached(table), ...unused(table)]
  if (faults.length > 0) throw new Error(`not a state machine: ${faults.join("; ")}`)
  return table
}

/** The next state; null if the table has no row for state and trigger. */
export function step<State extends string, Trigger extends string>(
  { rows }: Machine<State, Trigger>,
  from: State,
  on: Trigger,
): State | null {
  return rows.find((row) => row.from === from && row.on === on)?.to ?? null
}

/** All states that can follow in any number of steps; includes `from` only if steps lead back to it. */
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

/** States that no row leaves. */
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
