/** The register: a sale, its choices, its charge, a shift, the order desk, the count. */
import type { Page } from "playwright-core"
import { chooseOwner } from "../e2e/at-register.ts"
import { NAMES, PINS } from "../e2e/store-day/take-on-staff.ts"
import type { Scene } from "./scene.ts"

const COUNTER = { width: 1280, height: 800 }

export async function takeRegister(scene: Scene): Promise<Page> {
  const page = await scene.screen({ kind: "pos", name: "Caja 1", path: "/pos", size: COUNTER })
  const button = (name: string | RegExp) => page.getByRole("button", { name })
  const shot = (name: string) => scene.shot(page, `pos-${name}`)
  await page.getByLabel("PIN", { exact: true }).waitFor()
  await shot("pin")
  await chooseOwner(page, PINS.cashier)
  await page.getByLabel("PIN", { exact: true }).fill(PINS.cashier)
  await page.keyboard.press("Enter")
  await page.getByLabel("Fondo de caja").fill("100")
  await shot("shift")
  await page.keyboard.press("Enter")
  await button(/Medio pollo/).click()
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: /Con ensalada/ })
    .click()
  await page.getByRole("dialog").getByLabel("Nota").fill("bien cocido")
  await shot("choices")
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Agregar/ })
    .click()
  await button(/Hamburguesa BBQ/).click()
  await button(/Hot dog/).click()
  await page.keyboard.type("limonada")
  await page.keyboard.press("Enter")
  await shot("sell")
  await shotDark(scene, page, "pos-sell-dark")
  await page.keyboard.press("F9")
  await page.getByLabel("Recibido").fill("30")
  await shot("charge")
  await page.getByRole("tab", { name: "Tarjeta" }).click()
  await button("Rechazada").click()
  await button("Fondos insuficientes").waitFor()
  await shot("card-declined")
  await button("Fondos insuficientes").click()
  await page.getByRole("tab", { name: "Efectivo" }).click()
  await page.getByRole("textbox", { name: "Recibido" }).fill("30")
  await page.getByRole("button", { name: "Cobrar", exact: true }).click()
  await page.getByText("Guardada en la tienda").waitFor()
  await shot("done")
  await button("Venta nueva").click()
  return page
}

/** After the lunch: what is still to do, and the drawer. */
export async function takeOrderDialog(scene: Scene, page: Page): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole("button", { name })
  const shot = (name: string) => scene.shot(page, `pos-${name}`)
  await button(/Pedidos/).click()
  await page.getByText("A-124").first().waitFor()
  await shot("orders")
  await button("Ver el pedido A-124").click()
  await page.getByRole("dialog").getByRole("tab", { name: "Anular" }).click()
  await page.getByRole("dialog").getByText("Se puede anular").waitFor()
  await shot("cancel")
  await page.getByRole("dialog").getByRole("tab", { name: "Corregir" }).click()
  await shot("correct")
  await page.keyboard.press("Escape")
  await button("Cajón").click()
  await page.getByLabel("Monto").fill("50")
  await page.getByLabel("Quién autoriza").fill(NAMES.supervisor)
  await shot("drawer")
  await button("Sacar y abrir el cajón").click()
  await page.getByText("Hace falta autorización").waitFor()
  await shot("over-the-shoulder")
  await chooseOwner(page, PINS.supervisor)
  await page.getByLabel("PIN", { exact: true }).fill(PINS.supervisor)
  await page.keyboard.press("Enter")
  await button("Contar y cerrar").click()
  await page.getByLabel("$20,00").fill("3")
  await page.getByLabel("$5,00").fill("2")
  await page.getByRole("heading", { level: 1 }).first().scrollIntoViewIfNeeded()
  await shot("count")
}

export async function shotDark(scene: Scene, page: Page, name: string, dark = "dark"): Promise<void> {
  const was = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme ?? "light")
  const set = (scheme: string) =>
    page.evaluate((to) => document.documentElement.setAttribute("data-mantine-color-scheme", to), scheme)
  await set(dark)
  await scene.shot(page, name)
  await set(was)
}
