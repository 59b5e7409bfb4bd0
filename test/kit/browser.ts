/** A real Chromium for the tests of pages: Debian's, or the one that BRASA_CHROMIUM names. */
import { existsSync } from "node:fs"
import { type Browser, chromium } from "playwright-core"

const DEBIAN = "/usr/bin/chromium"
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
  const executablePath = process.env.BRASA_CHROMIUM ?? DEBIAN
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no Chromium at ${executablePath}: run "apt-get install chromium", or name one with BRASA_CHROMIUM.`,
    )
  }
  return chromium.launch({ executablePath, args: FLAGS })
}
