/** Names that would run, frame, fill in or turn around what they stand in, and a browser's page that is watched for any of it. */
import type { Page } from "playwright-core"

/** Short enough for every name. It would load a picture, run its error, end a quoted value, fill a template, and turn the line around. */
const SHORT = '"><img src=x onerror=ran=1><b>{{ran=1}}\u202e'
/** For texts that may be longer: a script of its own, a link that is one, and what templates of other languages fill in. */
const LONG = `${SHORT}</title><script>ran=1</script><a href=javascript:ran=1>\${ran=1}<%=ran=1%>{n}`

/** A name that a test finds by its first word. */
export const hostileName = (word: string): string => `${word} ${SHORT}`
export const hostileText = (word: string): string => `${word} ${LONG}`

/** What the payloads would load, set, or bring into the page. */
const LOADED = /\/x$/
const BROUGHT = "img[src='x'], a[href^='javascript:'], script:not([src]):not([type='application/json']), b:empty"

declare global {
  var ran: unknown
  var violations: string[] | undefined
}

export interface Watch {
  /** What has run, been loaded or been brought in until now, on this document; nothing, if names stayed names. */
  signs(): Promise<string[]>
}

/** To be called before the page goes anywhere. */
export async function watchPage(page: Page): Promise<Watch> {
  const seen: string[] = []
  page.on("request", (request) => LOADED.test(new URL(request.url()).pathname) && seen.push(`loads ${request.url()}`))
  page.on("dialog", (dialog) => {
    seen.push(`opens ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("pageerror", (error) => seen.push(`throws ${error.message}`))
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
      globalThis.violations = [...(globalThis.violations ?? []), `${violatedDirective} ${blockedURI} ${sample}`]
    })
  })
  return {
    async signs() {
      const inPage = await page.evaluate(
        (brought) => [
          ...(globalThis.ran === undefined ? [] : ["ran"]),
          ...(globalThis.violations ?? []),
          ...[...document.querySelectorAll(brought)].map(({ outerHTML }) => `stands there: ${outerHTML}`),
        ],
        BROUGHT,
      )
      return [...seen, ...inPage]
    },
  }
}

/** Waits until the text stands on the page as it is. */
export async function seeText(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.textContent?.includes(wanted), text)
}
