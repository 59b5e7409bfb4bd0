/** Takes the orders of a lunch: registers and kiosks work in parallel, and kiosk guests pay at a register. */
import { setTimeout as pause } from "node:timers/promises"
import { readToday } from "../../../protocol/http/register.ts"
import { insist } from "../store-day/insist.ts"
import type { Screen } from "./floor.ts"
import { clickCharge, clickKiosk, clickSale, sendCharge, sendKiosk, sendSale, type Taken } from "./people.ts"
import { KIOSKS, type PlannedOrder, REGISTERS, type RegisterId } from "./plan.ts"

const LOOK_EVERY_MS = 40
/** Between two orders that nobody clicked: a lunch is not a flood. */
const BREATH_MS = 120

interface Unpaid {
  readonly order: PlannedOrder
  readonly taken: Taken
}

/** Their ids at the box, in the order of the plan. `onTaken`: after each one, with how many there are. */
export async function serve(
  plan: readonly PlannedOrder[],
  screen: (id: string) => Screen,
  onTaken: (count: number) => void,
): Promise<string[]> {
  const ids: string[] = Array.from({ length: plan.length })
  const unpaid: Unpaid[] = []
  let count = 0
  const note = (order: PlannedOrder, { id }: Taken) => {
    ids[order.n] = id
    count += 1
    onTaken(count)
  }
  const atKiosk = async (id: string) => {
    for (const order of plan.filter(({ by }) => by === id)) {
      const taken = order.clicked ? await clicked(screen(id), order) : await breathing(sendKiosk(screen(id), order))
      unpaid.push({ order, taken })
      note(order, taken)
    }
  }
  const clicked = async (kiosk: Screen, order: PlannedOrder) =>
    codeToTaken(screen(REGISTERS[0]), await clickKiosk(kiosk, order))
  const atRegister = async (id: RegisterId) => {
    const own = plan.filter(({ by }) => by === id)
    let toCharge = plan.filter(({ by, register }) => by !== id && register === id).length
    while (own.length > 0 || toCharge > 0) {
      const order = own.shift()
      if (order) note(order, await sale(screen(id), order))
      else await pause(LOOK_EVERY_MS)
      for (const one of takeOut(unpaid, id)) {
        await charge(screen(id), one)
        toCharge -= 1
      }
    }
  }
  await Promise.all([...KIOSKS.map(atKiosk), ...REGISTERS.map(atRegister)])
  return ids
}

async function sale(register: Screen, order: PlannedOrder): Promise<Taken> {
  if (order.clicked) return codeToTaken(register, await clickSale(register, order))
  return breathing(sendSale(register, order))
}

function charge(register: Screen, { order, taken }: Unpaid): Promise<void> {
  return order.chargeClicked ? clickCharge(register, order, taken.orderCode) : sendCharge(register, order, taken)
}

function takeOut(unpaid: Unpaid[], register: RegisterId): Unpaid[] {
  const own = unpaid.filter(({ order }) => order.register === register)
  for (const one of own) unpaid.splice(unpaid.indexOf(one), 1)
  return own
}

/** The order behind a number that stands on a screen. */
async function codeToTaken(register: Screen, orderCode: string): Promise<Taken> {
  const { openOrders, recentOrders } = await insist(() => register.client.call(readToday, {}))
  const row = [...openOrders, ...recentOrders].find((order) => order.orderCode === orderCode)
  if (!row) throw new Error(`the box shows no order ${orderCode}`)
  return { id: row.id, orderCode }
}

async function breathing<T>(sent: Promise<T>): Promise<T> {
  const answer = await sent
  await pause(BREATH_MS)
  return answer
}
