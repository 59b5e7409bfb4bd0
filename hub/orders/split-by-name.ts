/** Processes inputs in groups without duplicate names. The second input of a name sees what the first one wrote. */

/** Returns an outcome for each input, in the order of the inputs. */
export async function splitByName<Given, Outcome>(
  all: readonly Given[],
  nameOf: (given: Given) => string,
  work: (apart: readonly Given[]) => Promise<readonly Outcome[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let left = [...all.keys()]
  while (left.length > 0) {
    const firsts = firstsOf(left, (at) => nameOf(all[at] as Given))
    const made = await work(firsts.map((at) => all[at] as Given))
    for (const [n, at] of firsts.entries()) outcomes[at] = made[n] as Outcome
    const done = new Set(firsts)
    left = left.filter((at) => !done.has(at))
  }
  return outcomes
}

function firstsOf(places: readonly number[], nameOf: (at: number) => string): number[] {
  const firsts = new Map<string, number>()
  for (const at of places) if (!firsts.has(nameOf(at))) firsts.set(nameOf(at), at)
  return [...firsts.values()]
}
