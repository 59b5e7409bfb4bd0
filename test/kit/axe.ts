/** Runs axe-core in a page: the WCAG 2 A and AA rules that it breaks, in light and in dark. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { AxeResults, NodeResult, RunOptions } from "axe-core"
import type { Page } from "playwright-core"

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")
const TAGS: string[] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
/** axe-core itself calls it an experiment: it takes a price beside a name for another name. */
const EXPERIMENTS = { "label-content-name-mismatch": { enabled: false } }
const COLORS = ["light", "dark"] as const
/** By day all is asked, by night only what hangs on colours. */
const ASKED: Readonly<Record<(typeof COLORS)[number], RunOptions["runOnly"]>> = {
  light: TAGS,
  dark: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
}
const STILL = "axe-still"
/** A page that breaks one rule in a hundred places breaks it once. */
const PLACES_MAX = 4

/** One line for each rule that is broken, and where; empty when all is well. With BRASA_SHOTS=DIR, what was looked at. */
export async function lookAt(page: Page, name: string): Promise<string[]> {
  const was = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
  await holdStill(page)
  await nextFrame(page)
  const lines: string[] = []
  for (const colors of COLORS) {
    await page.evaluate((scheme) => document.documentElement.setAttribute("data-mantine-color-scheme", scheme), colors)
    const dir = process.env.BRASA_SHOTS
    if (dir) await page.screenshot({ path: `${dir}/${name.replaceAll(/\W+/g, "-")}-${colors}.png` })
    lines.push(...(await brokenRules(page, ASKED[colors])).map((line) => `${name}, ${colors}: ${line}`))
  }
  await page.evaluate(
    ([scheme, id]) => {
      document.documentElement.setAttribute("data-mantine-color-scheme", scheme)
      document.getElementById(id)?.remove()
    },
    [was ?? "light", STILL] as const,
  )
  return lines
}

/** Half of a fade is neither colour: whatever moves is where it goes. */
async function holdStill(page: Page): Promise<void> {
  await page.evaluate((id) => {
    const style = document.createElement("style")
    style.id = id
    style.textContent = "*, *::before, *::after { transition: none !important; animation: none !important }"
    document.head.append(style)
  }, STILL)
}

/** What a page learns of its size it learns in a frame: until one has passed after a change of size, nobody has seen that page. */
async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

async function brokenRules(page: Page, asked: RunOptions["runOnly"]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    async ([runOnly, rules]) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResults> } }
      return axe.run({ runOnly, rules, resultTypes: ["violations"] })
    },
    [asked, EXPERIMENTS] as const,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, PLACES_MAX).map(placeOf).join(" | ")}`)
}

function placeOf({ target, any, all, none }: NodeResult): string {
  const [check] = [...any, ...all, ...none]
  return `${target.join(" ")} (${check?.message ?? ""})`
}
