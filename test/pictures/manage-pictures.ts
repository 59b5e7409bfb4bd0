/** The manager's page: the day, the screens, printers and what they print, the close, the staff, a drill. */

import { chooseOwner } from "../e2e/at-register.ts"
import { NAMES, PINS } from "../e2e/store-day/take-on-staff.ts"
import { shotDark } from "./register-pictures.ts"
import type { Scene } from "./scene.ts"

const DESK = { width: 1280, height: 900 }

export async function takeManage(scene: Scene): Promise<void> {
  const page = await scene.screen({ kind: "manager", name: "Oficina", path: "/manage", size: DESK })
  const button = (name: string | RegExp) => page.getByRole("button", { name })
  const tab = (name: string) => page.getByRole("navigation").getByRole("button", { name }).click()
  const shot = (name: string) => scene.shot(page, `manage-${name}`)
  await page.getByLabel("PIN", { exact: true }).waitFor()
  await shot("pin")
  await chooseOwner(page, PINS.manager)
  await page.getByLabel("PIN", { exact: true }).fill(PINS.manager)
  await page.keyboard.press("Enter")
  await page.getByRole("table", { name: "Por hora" }).waitFor()
  await page.getByText("La central tiene todo.").waitFor()
  await shot("today")
  await shotDark(scene, page, "manage-today-dark")
  await tab("Pantallas")
  await page.getByRole("region", { name: "Caja 1" }).getByText("Conectada", { exact: true }).waitFor()
  await shot("devices")
  await button("Conectar una pantalla").click()
  await page.getByRole("dialog").getByLabel("Nombre").fill("Caja 2")
  await button("Mostrar el código").click()
  await page.getByRole("dialog").locator(".short-code").waitFor()
  await shot("pair")
  await page.keyboard.press("Escape")
  await scene.printer({ paper: true })
  await tab("Impresoras")
  await button("Imprimir una prueba").first().click()
  await page
    .getByText(/No se imprimió/)
    .first()
    .waitFor()
  await shot("printers")
  await tab("Impresiones")
  await page.locator("[data-job]").first().waitFor()
  await shot("spool")
  await scene.printer({ paper: false })
  await tab("Cierre")
  await page.getByAltText(/cierre del día/).waitFor()
  await shot("close")
  await tab("Personal")
  await page.getByRole("heading", { name: NAMES.manager }).waitFor()
  await shot("staff")
  await tab("Simulacro")
  await page.getByLabel("Minutos").waitFor()
  await shot("drill")
}
