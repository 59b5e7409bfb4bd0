/** Details of a store's audit entries in words. */
import { expect, it } from "vitest"
import { toMajor } from "../../protocol/money.ts"
import { auditCodes, auditWords } from "../../ui/audit-words.ts"

const SHIFT = "d9a83363-0000-7000-8000-000000000001"
const words = (detail: Record<string, unknown>, subject: string | null = SHIFT, authorisedBy: string | null = null) =>
  auditWords(
    { subject, detail, authorisedBy },
    {
      category: (code) => `category/${code}`,
      reason: (code) => `reason/${code}`,
      method: (code) => `method/${code}`,
      outcome: (code) => `outcome/${code}`,
      copyOf: (document, copyNumber) => `copy ${copyNumber} of ${document}`,
      allowedBy: (name) => `by ${name}`,
      others: (detail) =>
        Object.entries(detail)
          .map(([key, value]) => `${key}/${value}`)
          .join(" · "),
      money: (amount, currency) => `${currency ?? "own"} ${toMajor(amount)}`,
    },
  )

it("a withdrawal shows amount, reason and who allowed it, and no id", () => {
  const detail = { amount: 10, currency: null, category: "SAFE_DROP", authorizerName: "Ana" }
  expect(words(detail)).toBe("own 10 · category/SAFE_DROP · by Ana")
  expect(words({ ...detail, currency: "EUR" }, SHIFT, "Ana")).toBe("EUR 10 · category/SAFE_DROP")
})

it.each([
  [
    "a shift that opens: its float and its cashier",
    { operatorName: "Rui", openingBalance: 50, currency: "USD" },
    "USD 50 · Rui",
  ],
  [
    "a payment in doubt: how much, how, and whether it came",
    { outcome: "not_paid", method: "CARD", amount: "6.5000", currency: "USD" },
    "USD 6.5 · method/CARD · outcome/not_paid",
  ],
  ["a copy: of what, and which", { document: "receipt", copyNumber: 2 }, "copy 2 of receipt"],
  ["a count: its reason", { reason: "OTHER" }, "reason/OTHER"],
  ["a drill: how long, and no id", { minutes: 5 }, "minutes/5"],
  ["a deed with nothing beside it shows no id", {}, ""],
])("%s", (_, detail, said) => expect(words(detail)).toBe(said))

it("an id and the stored text are in the tooltip", () => {
  expect(auditCodes({ action: "drill.start", subject: SHIFT, detail: { minutes: 5 } })).toBe(
    `drill.start · ${SHIFT} · minutes: 5`,
  )
})

it("a name that a person can read stays", () => {
  expect(words({ reason: "change" }, "A-12")).toBe("A-12 · reason/change")
})
