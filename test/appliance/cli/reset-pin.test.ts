/** A manager who has forgotten the PIN, and the command at the box's console beside a box that runs. */
import { expect, it } from "vitest"
import { runPin } from "../../../appliance/cli/reset-pin.ts"
import { openLoneBox } from "../../kit/lone-box.ts"
import { outputOf } from "../../kit/output-of.ts"
import { MANAGER_PIN, noteOwner, ownerOf, pairScreen, STAFF, signIn, takeOn } from "../../kit/store-staff.ts"

it("a forgotten PIN is replaced from the console: the old PIN and its sign-ins end, with an audit entry", async () => {
  const { box, data } = await openLoneBox()
  const office = await pairScreen(box, "manager", "office")
  await takeOn(office, { role: "manager", pin: MANAGER_PIN, name: "Rosa Núñez" })
  const before = await signIn(office, MANAGER_PIN)
  const rosa = ownerOf(MANAGER_PIN)
  const tried = async (pin: string) => (await office.call("POST", `${STAFF}/sign-in`, { staffId: rosa.id, pin })).status
  expect([await tried("0000"), await tried(MANAGER_PIN)]).toEqual([401, 429])
  const said = await outputOf(() => runPin(["--data", data], {}))
  const [, pin = ""] = /The PIN of Rosa Núñez is (\d{6}) now/.exec(said) ?? []
  expect((await office.call("GET", STAFF, undefined, { staff: before })).status).toBe(401)
  noteOwner(pin, rosa)
  const staff = await signIn(office, pin)
  const trail = await office.call("GET", "/api/lan/v1/audit?size=100", undefined, { staff })
  expect(trail.body.data.entries).toContainEqual(
    expect.objectContaining({ action: "staff.change", deviceId: null, subject: "Rosa Núñez" }),
  )
  expect(JSON.stringify(trail.body)).not.toContain(pin)
  expect(await tried(MANAGER_PIN)).toBe(401)
})

it("asks for the person if there is not exactly one manager, and reports a missing box", async () => {
  const { box, data } = await openLoneBox()
  const askedFor = (...person: string[]) => outputOf(() => runPin(["--data", data, ...person], {}))
  const none = "the store has no staff yet: add the first person at /manage"
  expect([await askedFor("--person", "Nobody"), await askedFor()]).toEqual(
    [none, none].map((said) => `2 brasa appliance pin: ${said}\n`),
  )
  const office = await pairScreen(box, "manager", "office")
  await takeOn(office, { role: "manager", pin: MANAGER_PIN, name: "Rosa Núñez" })
  expect(await askedFor("--person", "Rose")).toContain("no single person is called Rose; the staff are Rosa Núñez")
  expect(await outputOf(() => runPin(["--data", `${data}/none`], {}))).toContain("there is no box")
})
