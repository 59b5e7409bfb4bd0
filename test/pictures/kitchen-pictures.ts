/** The kitchen: a station's wall in its three colours, the pass, the guests' board. */
import type { Page } from "playwright-core"
import { LUNCH, sell } from "./lunch.ts"
import { cancelByPartner, PARTNER_CODE, sellByPartner } from "./partner.ts"
import { shotDark } from "./register-pictures.ts"
import type { Scene } from "./scene.ts"

const TABLET = { width: 1600, height: 900 }
const WALL = { width: 1280, height: 720 }

export async function takeKitchen(scene: Scene): Promise<void> {
  for (const meal of LUNCH) await sell(scene.lan, meal)
  scene.age(Object.fromEntries(LUNCH.map(({ code, minutes }) => [code, minutes])))
  const grill = await scene.screen({
    kind: "kds_station",
    name: "Parrilla",
    station: "grill",
    path: "/kds",
    size: TABLET,
  })
  const expo = await scene.screen({ kind: "expo", name: "Despacho", path: "/kds/expo", size: TABLET })
  const board = await scene.screen({ kind: "board", name: "Pantalla del salón", path: "/kds/board", size: WALL })
  const ticket = (page: Page, code: string) => page.getByRole("article", { name: code, exact: true })
  await ticket(grill, "A-121").waitFor()
  await ticket(grill, "A-118").getByRole("button", { name: "Empezar" }).click()
  await ticket(grill, "A-119").getByText("Hot dog de la casa").click()
  await ticket(grill, "A-119").getByText("✓ hecho").waitFor()
  await scene.shot(grill, "kitchen-station")
  await grill.keyboard.press("a")
  await shotDark(scene, grill, "kitchen-station-light", "light")
  await grill.keyboard.press("a")
  await ticket(grill, "W-731").getByRole("button", { name: "Listo" }).click()
  await ticket(grill, "K-042").getByRole("button", { name: "Listo" }).click()
  await sellByPartner(scene)
  await ticket(grill, PARTNER_CODE).waitFor()
  await cancelByPartner(scene)
  await grill.getByText("Pedido anulado: no lo prepare").waitFor()
  await scene.shot(grill, "kitchen-station-void")
  await grill.keyboard.press("r")
  await grill.getByRole("button", { name: /Traer K-042/ }).waitFor()
  await scene.shot(grill, "kitchen-recall")
  await grill.keyboard.press("Escape")
  await ticket(expo, "W-731").getByRole("button", { name: "drinks: listo" }).click()
  await ticket(expo, "W-731").getByRole("button", { name: "Entregar" }).waitFor()
  await scene.shot(expo, "kitchen-expo")
  await board.getByRole("region", { name: "Listo para retirar" }).getByText("W-731").waitFor()
  await scene.shot(board, "kitchen-board")
}
