/** A partner's order that is cancelled while the kitchen has it. */
import { insist } from "../e2e/store-day/insist.ts"
import { sell } from "./lunch.ts"
import { API_KEY, type Scene } from "./scene.ts"

export const PARTNER_CODE = "G-558"

export async function sellByPartner({ lan }: Scene): Promise<void> {
  const lines = [{ product: "p-brasa-cuarto", modifiers: ["Con yuca"] }, { product: "p-cola" }]
  await sell(lan, {
    code: PARTNER_CODE,
    channel: "GLOVO",
    way: "DELIVERY",
    method: null,
    guest: ["Iván", "Soria"],
    lines,
  })
}

export async function cancelByPartner({ boxUrl }: Scene): Promise<void> {
  await insist(async () => {
    const url = `${boxUrl}/api/v1/adapters/partner/stores/orders/picture-${PARTNER_CODE}/cancel`
    const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify({ reason: "No rider" }) })
    return answer.ok ? { ok: true as const, data: null } : { ok: false as const, status: answer.status }
  })
}
