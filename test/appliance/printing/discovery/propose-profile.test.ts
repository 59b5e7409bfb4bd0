/** From the name that a printer gives to its profile. */
import { expect, it } from "vitest"
import { proposeProfile } from "../../../../appliance/printing/discovery/propose-profile.ts"

it.each([
  ["EPSON TM-T20II", "epson-tm-t20ii"],
  ["EPSON TM-T88VI", "epson-tm-t88vi"],
  ["usb-Bematech_MP-4200_TH_0001-if00", "bematech-mp-4200-th"],
  ["ELGIN I9", "elgin-i9"],
  ["Star TSP100IV", "star-tsp100iv"],
  ["HP LaserJet 4", null],
  ["USB-Serial Controller i9", null],
])("%s is %s", (text, id) => {
  expect(proposeProfile(text)?.id ?? null).toBe(id)
})
