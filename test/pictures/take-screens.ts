/**
 * `npm run pictures:screens [DIR]`: starts the demo, plays a lunch at its screens in Chromium and keeps a picture of each important state:
 * all of them in DIR, or, without one, those of the documentation in `docs/pictures`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { openDay } from "../../protocol/http/register.ts"
import { productRoot } from "../../runtime/root.ts"
import { insist } from "../e2e/store-day/insist.ts"
import { takeDashboard } from "./dashboard-pictures.ts"
import { takeKiosk } from "./kiosk-pictures.ts"
import { takeKitchen } from "./kitchen-pictures.ts"
import { sell } from "./lunch.ts"
import { takeManage } from "./manage-pictures.ts"
import { takeOrderDialog, takeRegister } from "./register-pictures.ts"
import { openScene, type Scene } from "./scene.ts"
import { shrinkPng } from "./shrink-png.ts"

const BYTES_MAX = 120_000
const DOCS = join(productRoot(), "docs")
const wanted = process.argv[2]

const scene = await openScene(keep)
try {
  await play(scene)
} catch (error) {
  await keepWhatStands(scene)
  throw error
} finally {
  await scene.end()
}

/** In the order of a day: what one screen does is what the next one shows. */
async function play(scene: Scene): Promise<void> {
  await insist(() => scene.manager.call(openDay, { body: {} }))
  const register = await takeRegister(scene)
  await sell(scene.lan, {
    code: "A-124",
    method: null,
    guest: ["Pedro", "León"],
    lines: [{ product: "p-combo-brasa" }],
  })
  await takeKitchen(scene)
  await takeKiosk(scene)
  await takeOrderDialog(scene, register)
  await takeManage(scene)
  await takeDashboard(scene)
}

/** For whoever asks why it stopped: every window as it is. */
async function keepWhatStands({ browser }: Scene): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [index, page] of pages.entries()) {
    if (wanted !== undefined) await page.screenshot({ path: join(wanted, `stopped-${index}.png`) })
  }
}

function keep(name: string, taken: Buffer): void {
  const file = `screen-${name}.png`
  if (wanted === undefined && !isShown(file)) return
  const png = shrinkPng(taken)
  const dir = wanted ?? join(DOCS, "pictures")
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, file), png)
  process.stdout.write(`${join(dir, file)} ${png.length} bytes\n`)
  if (png.length > BYTES_MAX) throw new Error(`${file} has more than ${BYTES_MAX} bytes`)
}

/** Whether any page of the documentation shows it. */
function isShown(file: string): boolean {
  return pages().some((text) => text.includes(`pictures/${file}`))
}

function pages(): string[] {
  const docs = readdirSync(DOCS, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"))
  return [join(productRoot(), "README.md"), ...docs.map((path) => join(DOCS, path))].map((path) =>
    readFileSync(path, "utf8"),
  )
}
