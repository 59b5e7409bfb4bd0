/** What a screen may do is judged by the store as it is when it is done, also where two screens ask in the same moment. */
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { askAtOnce } from "../../kit/ask-at-once.ts"
import { openLoneBox } from "../../kit/lone-box.ts"
import { MANAGER_PIN, ownerOf, pairScreen, STAFF, signIn, takeOn } from "../../kit/store-staff.ts"

const person = (name: string, pin: string) => ({ id: randomUUID(), name, role: "manager", pin })

describe("two screens of a store without staff", () => {
  it("add its first manager at once: one is the first, the other must sign in", async () => {
    const box = await openLoneBox()
    const [office, kitchen] = [
      await pairScreen(box.box, "manager", "office"),
      await pairScreen(box.box, "manager", "shed"),
    ]
    const take = (key: string, body: object) => ({ method: "POST", path: STAFF, key, body })
    const answers = await askAtOnce(box.box.url, [
      take(office.key, person("Ana", "246824")),
      take(kitchen.key, person("Eva", "135790")),
    ])
    const refused = answers.filter(({ status }) => status !== 201)
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
    expect(refused[0]?.body.error).toBe("STAFF_SIGN_IN_REQUIRED")
  })
})

describe("a manager who is removed", () => {
  it("cannot add a person with a request that was on its way", async () => {
    const box = await openLoneBox()
    const [office, other] = [
      await pairScreen(box.box, "manager", "office"),
      await pairScreen(box.box, "manager", "shed"),
    ]
    const first = await takeOn(office, { role: "manager", pin: MANAGER_PIN, name: "Ana" })
    const ana = await signIn(office, MANAGER_PIN)
    await takeOn(office, { role: "manager", pin: "135790", name: "Eva" }, ana)
    const eva = await signIn(other, "135790")
    const by = (staff: string) => ({ "x-staff-token": staff })
    // No PIN is hashed for the second, so that it is over before the first goes on.
    const [taken, gone] = await askAtOnce(box.box.url, [
      { method: "POST", path: STAFF, key: office.key, headers: by(ana), body: person("Max", "9753") },
      { method: "PUT", path: `${STAFF}/${first}`, key: other.key, headers: by(eva), body: { active: false } },
    ])
    expect([gone?.status, taken?.status, taken?.body.error]).toEqual([200, 401, "STAFF_SIGN_IN_REQUIRED"])
  })
})

describe("a screen that is removed", () => {
  it("signs nobody in with a PIN that was being checked", async () => {
    const box = await openLoneBox()
    const [office, shed] = [
      await pairScreen(box.box, "manager", "office"),
      await pairScreen(box.box, "manager", "shed"),
    ]
    await takeOn(office, { role: "manager", pin: MANAGER_PIN })
    const staff = await signIn(office, MANAGER_PIN)
    const [signedIn, revoked] = await askAtOnce(box.box.url, [
      {
        method: "POST",
        path: `${STAFF}/sign-in`,
        key: shed.key,
        body: { staffId: ownerOf(MANAGER_PIN).id, pin: MANAGER_PIN },
      },
      {
        method: "POST",
        path: "/api/lan/v1/devices/shed/revoke",
        key: office.key,
        headers: { "x-staff-token": staff },
        body: undefined,
      },
    ])
    expect([revoked?.status, signedIn?.status]).toEqual([200, 401])
  })
})
