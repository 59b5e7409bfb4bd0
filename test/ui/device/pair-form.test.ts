import { expect, it } from "vitest"
import { pairingIn } from "../../../ui/device/pair-form.tsx"

it.each([
  ["#pair=ABCD-EFGH", "ABCD-EFGH"],
  ["#pair=abcdefgh", "ABCDEFGH"],
  ["", null],
  ["#pair=", null],
  ["#orders", null],
  ["#pair=<script>", null],
])("%j holds the code %j", (fragment, code) => expect(pairingIn(fragment)).toBe(code))
