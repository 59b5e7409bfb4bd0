/** A cashier's drawer on the page: opened with its float, counted blind, closed; then the close of the day. */
import type { Screen } from "./floor.ts"

const CENTS = 100

/** `12345` → `123,45`, as Ecuador types it. */
export function typed(cents: number): string {
  return `${Math.floor(cents / CENTS)},${String(cents % CENTS).padStart(2, "0")}`
}

/** `1234567` → `12.345,67`, as the papers and pages say it. */
export function printed(cents: number): string {
  const [whole = "", rest = ""] = typed(cents).split(",")
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ".")},${rest}`
}

export async function openTill({ page }: Screen, name: string, cents: number): Promise<void> {
  await page.getByLabel("Su nombre").fill(`Cajera ${name}`)
  await page.getByLabel("Su código").fill(name)
  await page.getByLabel("Fondo de caja").fill(typed(cents))
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: /Hamburguesa doble/ }).waitFor()
}

/** What the page says about the difference. */
export async function countTill({ page }: Screen, cents: number): Promise<string> {
  await page.getByRole("button", { name: /^Cajón/ }).click()
  await page.getByRole("button", { name: "Contar y cerrar" }).click()
  await page.getByLabel("Otro dinero").fill(typed(cents))
  await page.getByRole("combobox", { name: /Motivo/ }).click()
  await page.getByRole("option", { name: /^Otro/ }).click()
  await page.getByRole("button", { name: "Cerrar el turno" }).click()
  await page.getByText("Turno cerrado").waitFor()
  const said = (await page.locator(".change").textContent()) ?? ""
  await page.getByRole("button", { name: "Listo" }).click()
  return said
}

export async function closeDay({ page }: Screen): Promise<void> {
  await page.getByRole("button", { name: /^Día/ }).click()
  await page.getByRole("button", { name: "Cerrar el día" }).click()
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Cerrar (el día|de todos modos)$/ })
    .click()
  await page.getByRole("button", { name: "Imprimir el cierre" }).click()
  await page.locator('[data-job="printed"]').waitFor()
}
