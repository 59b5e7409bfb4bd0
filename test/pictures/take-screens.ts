/** `npm run pictures:screens`: plays the stories of the store's screens in Chromium and keeps what they showed for the documentation. */
import { spawnSync } from "node:child_process"
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { productRoot } from "../../protocol/runtime/root.ts"

const STORIES = ["kds", "kiosk", "manage"].map((name) => `test/e2e/${name}.test.ts`)
/** The picture in `docs/pictures`, and what the stories call it (`BRASA_SHOTS`). */
const PICTURES: Readonly<Record<string, string>> = {
  "screen-kitchen-station": "kds-a-tablet-that-is-closed-and-opened-again-shows-wha",
  "screen-kitchen-expo": "expo-a-tablet-that-is-closed-and-opened-again-shows-wha",
  "screen-kitchen-board": "board-a-tablet-that-is-closed-and-opened-again-shows-wha",
  "screen-kiosk-greeting": "kiosk-greeting",
  "screen-kiosk-choices": "kiosk-choices",
  "screen-kiosk-pay": "kiosk-pay",
  "screen-manage-today": "manage-begins-with-a-code-in-the-address-and-shows-the-day-as-it-stands",
  "screen-manage-close": "manage-shows-the-close-at-each-width-while-it-lists-what-is-still-open",
}
const BYTES_MAX = 120_000

process.exitCode = takeScreens()

/** The exit code. */
function takeScreens(): number {
  const shots = mkdtempSync(join(tmpdir(), "brasa-screens-"))
  try {
    const vitest = join(productRoot(), "node_modules", ".bin", "vitest")
    const env = { ...process.env, BRASA_SHOTS: shots }
    const played = spawnSync(vitest, ["run", ...STORIES], { cwd: productRoot(), env, stdio: "inherit" })
    if (played.status !== 0) return played.status ?? 1
    for (const [picture, shot] of Object.entries(PICTURES)) keep(join(shots, `${shot}.png`), picture)
    return 0
  } finally {
    rmSync(shots, { recursive: true, force: true })
  }
}

function keep(from: string, picture: string): void {
  if (!existsSync(from)) throw new Error(`no story showed ${from}`)
  const { size } = statSync(from)
  if (size > BYTES_MAX) throw new Error(`${picture} has ${size} bytes, more than ${BYTES_MAX}`)
  copyFileSync(from, join(productRoot(), "docs", "pictures", `${picture}.png`))
  process.stdout.write(`docs/pictures/${picture}.png ${size} bytes\n`)
}
