/** What the tests of a register do on its page besides pressing buttons. */

import type { Locator, Page } from "playwright-core"
import { ownerOf } from "../kit/store-staff.ts"

const TABS_MAX = 40

type OrderRow = Readonly<Record<"id" | "orderCode", string>>

/** What the box tells this register. */
export async function askBox<Data>(page: Page, path: string): Promise<Data> {
  const key = await page.evaluate(() => JSON.parse(localStorage.getItem("brasa.device") ?? "{}").key as string)
  const answer = await fetch(new URL(`/api/lan/v1/${path}`, page.url()), { headers: { "x-api-key": key } })
  return ((await answer.json()) as { data: Data }).data
}

export async function orderIdOf(page: Page, locator: string): Promise<string | undefined> {
  const today = await askBox<Record<"openOrders" | "recentOrders", OrderRow[]>>(page, "today")
  return [...today.openOrders, ...today.recentOrders].find(({ orderCode }) => orderCode === locator)?.id
}

/** How many papers of this kind the box was asked for. */
export async function printedDocuments(page: Page, document: string): Promise<number> {
  const { jobs } = await askBox<{ jobs: { document: string }[] }>(page, "spool")
  return jobs.filter((job) => job.document === document).length
}

/** A device that nobody knows becomes a register, and its shift is opened. */
export async function beginShift(
  page: Page,
  { url, pairingCode }: { url: string; pairingCode: string },
): Promise<void> {
  await page.goto(`${url}/pos`)
  await page.getByLabel("Código de emparejamiento").fill(pairingCode)
  await page.keyboard.press("Enter")
  await page.getByLabel("Su nombre").fill("María Núñez")
  await page.getByLabel("Su código").fill("c-7")
  await page.getByLabel("Fondo de caja").fill("100")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: /Hamburguesa clásica/ }).waitFor()
}

/** By search, as a scanner does: type, Enter. */
export async function ringUp(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.keyboard.type(name)
    await page.keyboard.press("Enter")
  }
}

/** By the Tab key alone, as whoever has no mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press("Tab")
  }
  throw new Error("no Tab leads there")
}

/** Chooses whose PIN it is, where the screen asks. */
export async function chooseOwner(page: Page, pin: string): Promise<void> {
  const person = page.getByRole("button", { name: ownerOf(pin).name, exact: true })
  await person
    .or(page.getByLabel("PIN", { exact: true }))
    .first()
    .waitFor()
  if (await person.isVisible()) await person.click()
}

export async function typePin(page: Page, pin: string): Promise<void> {
  await chooseOwner(page, pin)
  await page.getByLabel("PIN", { exact: true }).fill(pin)
  await page.keyboard.press("Enter")
}
