/** A manager's page and staff with PINs at a box. */
import { randomUUID } from "node:crypto"
import type { RunningAppliance } from "../../appliance/main.ts"
import type { StaffRole } from "../../protocol/rules/users/staff-roles.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { type Answer, ask } from "./hub.ts"

export const MANAGER_PIN = "246824"

export interface Screen {
  readonly key: string
  readonly deviceId: string
  /** As this screen, with the tokens of who stands in front of it. */
  call(method: string, path: string, body?: unknown, people?: People): Promise<Answer>
}

export interface People {
  readonly staff?: string | undefined
  readonly authoriser?: string | undefined
}

export async function pairScreen(box: RunningAppliance, kind: DeviceKind, deviceId: string): Promise<Screen> {
  const code = box.pairingCode({ kind, deviceId })
  const paired = await ask(`${box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
  return screenOf(box, paired.body.data)
}

export function screenOf(
  box: Pick<RunningAppliance, "url">,
  { key, deviceId }: { key: string; deviceId: string },
): Screen {
  return {
    key,
    deviceId,
    call: (method, path, body, { staff, authoriser } = {}) => {
      const tokens = {
        ...(staff && { "x-staff-token": staff }),
        ...(authoriser && { "x-authoriser-token": authoriser }),
      }
      return ask(box.url + path, { method, body, key, headers: tokens })
    },
  }
}

export const STAFF = "/api/lan/v1/staff"

/** Whom each PIN was given to last, in this file's stores: people choose their name before they type a PIN. */
const owners = new Map<string, { readonly id: string; readonly name: string }>()

export function noteOwner(pin: string, owner: { readonly id: string; readonly name: string }): void {
  owners.set(pin, owner)
}

export function ownerOf(pin: string): { readonly id: string; readonly name: string } {
  const owner = owners.get(pin)
  if (!owner) throw new Error(`nobody was taken on with the PIN ${pin}`)
  return owner
}

/** The person's id. */
export async function takeOn(
  screen: Screen,
  person: { role: StaffRole; pin: string; name?: string },
  by?: string,
): Promise<string> {
  const id = randomUUID()
  const { name = `The ${person.role}` } = person
  const response = await screen.call("POST", STAFF, { ...person, id, name }, { staff: by })
  if (response.status !== 201) throw new Error(`nobody was taken on: ${JSON.stringify(response.body)}`)
  noteOwner(person.pin, { id, name })
  return id
}

/** The token of whoever was taken on with the PIN. */
export async function signIn(screen: Screen, pin: string, purpose: "work" | "authorise" = "work"): Promise<string> {
  const answer = await screen.call("POST", `${STAFF}/sign-in`, { staffId: ownerOf(pin).id, pin, purpose })
  if (answer.status !== 200) throw new Error(`nobody signed in: ${JSON.stringify(answer.body)}`)
  return answer.body.data.token
}
