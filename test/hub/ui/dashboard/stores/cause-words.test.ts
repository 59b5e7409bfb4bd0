import { expect, it } from "vitest"
import { MESSAGES } from "../../../../../hub/ui/dashboard/messages/index.ts"
import { causeWords } from "../../../../../hub/ui/dashboard/stores/cause-words.ts"
import type { StoreCause } from "../../../../../protocol/http/admin/stores.ts"
import { type Catalogue, translate, type Values } from "../../../../../ui/translate.ts"

const catalogue: Catalogue = MESSAGES

function spanish(key: string, values?: Values): string {
  const message = catalogue[key]
  return message ? translate(message, "es", values) : key
}

const voice = { t: spanish, wordOf: (key: string, code: string) => (catalogue[key] ? spanish(key) : code) }
const nothing = { componentId: null, reason: null, since: null, operatingMinutes: null, count: null }
const box = "appliance:0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"

it.each<[StoreCause, string]>([
  [{ ...nothing, is: "degraded", componentId: box, reason: "printer_down" }, "Equipo: una impresora no imprime"],
  [
    { ...nothing, is: "degraded", componentId: "grill", reason: "tickets_missing" },
    "grill: faltan tickets en la pantalla",
  ],
  [{ ...nothing, is: "degraded", componentId: "totem", reason: "door_open" }, "totem: door_open"],
  [
    { ...nothing, is: "device_down", componentId: "pos-1", operatingMinutes: 12.7 },
    "pos-1 calla hace 12 min de apertura",
  ],
  [{ ...nothing, is: "parked", count: 1 }, "1 operación espera a una persona"],
])("%j is shown as %s", (cause, words) => expect(causeWords(cause, voice)).toBe(words))
