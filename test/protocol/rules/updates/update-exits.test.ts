/** Three exits within a minute end the trial of a new version. */
import { expect, it } from "vitest"
import { exitsTooOften, noteExits } from "../../../../protocol/rules/updates/update-exits.ts"

type Seen = readonly [seconds: number, exits: number]

const judge = (...all: Seen[]) =>
  exitsTooOften(
    all.reduce<ReturnType<typeof noteExits>>((seen, [s, exits]) => noteExits(seen, { atMs: s * 1_000, exits }), []),
  )

it.each<[string, Seen[], boolean]>([
  ["nothing was seen", [], false],
  [
    "it goes on",
    [
      [0, 0],
      [30, 0],
      [59, 0],
    ],
    false,
  ],
  [
    "it ended twice",
    [
      [0, 0],
      [4, 1],
      [8, 2],
    ],
    false,
  ],
  [
    "it ended three times within seconds",
    [
      [0, 0],
      [4, 1],
      [8, 2],
      [12, 3],
    ],
    true,
  ],
  [
    "the machine had counted before",
    [
      [0, 134],
      [4, 135],
      [8, 136],
    ],
    false,
  ],
  [
    "it ended three times in two minutes",
    [
      [0, 0],
      [40, 1],
      [80, 2],
      [120, 3],
    ],
    false,
  ],
  [
    "it ended three times in its second minute",
    [
      [0, 0],
      [70, 0],
      [80, 1],
      [90, 2],
      [100, 3],
    ],
    true,
  ],
  [
    "the count began anew",
    [
      [0, 5],
      [1, 0],
      [5, 1],
      [9, 2],
    ],
    false,
  ],
  [
    "the count began anew and reached three",
    [
      [0, 5],
      [1, 0],
      [5, 1],
      [9, 2],
      [13, 3],
    ],
    true,
  ],
])("exitsTooOften: %s", (_what, seen, tooOften) => {
  expect(judge(...seen)).toBe(tooOften)
})
