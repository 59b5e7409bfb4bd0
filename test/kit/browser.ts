/**
 * A real Chromium for the tests of pages: Debian's, or the one that BRASA_CHROMIUM names. Its build without windows is preferred: the same
 * engine, at a third of the processor time for each start and four fifths of it for each page.
 */
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const DEBIAN = ["/usr/lib/chromium/chromium-headless-shell", "/usr/bin/chromium"]
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

export async function launchBrowser(): Promise<Browser> {
  const named = process.env.BRASA_CHROMIUM
  const executablePath = (named === undefined ? DEBIAN : [named]).find(existsSync)
  if (executablePath === undefined) {
    throw new Error(
      `There is no Chromium at ${named ?? DEBIAN.join(" or ")}: run "apt-get install chromium", or name one with BRASA_CHROMIUM.`,
    )
  }
  return chromium.launch({ executablePath, args: FLAGS })
}
