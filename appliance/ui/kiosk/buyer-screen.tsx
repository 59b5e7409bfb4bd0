/** The guest may give a name, a document and an e-mail address for the invoice. None is required; what is typed is checked before it is sent. */
import { Button, SegmentedControl } from "@mantine/core"
import { useStore } from "../../../ui/figures.tsx"
import { buyerFault, hasLetters, taxIdKinds, taxIdName } from "../../../ui/tax-ids.ts"
import { useLanguage } from "./language.ts"
import { TypedField } from "./typed-field.tsx"
import { useVisit } from "./use-visit.tsx"
import type { BuyerForm } from "./visit.ts"

const NAME_MAX = 100
const NUMBER_MAX = 30
const EMAIL_MAX = 200
const NOBODY: BuyerForm = { name: "", govIdType: "", govIdNumber: "", email: "" }

export function BuyerScreen() {
  const { t } = useLanguage()
  const { countryCode } = useStore()
  const { visit, step } = useVisit()
  const kind = visit.buyer.govIdType || (taxIdKinds(countryCode)[0] ?? "")
  const buyer = { ...visit.buyer, govIdType: kind }
  const wrong = buyerFault(buyer, countryCode)
  const isEmpty = [buyer.name, buyer.govIdNumber, buyer.email].every((text) => text.trim() === "")
  const proceed = () => {
    if (isEmpty) step({ type: "buyer", buyer: NOBODY })
    step({ type: "go", to: "pay" })
  }
  return (
    <section className="kiosk-form" aria-label={t("buyer.title")}>
      <div className="kiosk-scroll">
        <h1>{t("buyer.title")}</h1>
        <p className="soft">{t("buyer.text")}</p>
        <BuyerFields
          buyer={buyer}
          wrong={wrong}
          onChange={(change) => step({ type: "buyer", buyer: { ...buyer, ...change } })}
        />
      </div>
      <div className="kiosk-bar">
        <Button size="xl" variant="default" onClick={() => step({ type: "go", to: "basket" })}>
          {t("kiosk.back")}
        </Button>
        <Button className="grow" size="xl" disabled={wrong.govIdNumber || wrong.email} onClick={proceed}>
          {isEmpty ? t("buyer.skip") : t("kiosk.next")}
        </Button>
      </div>
    </section>
  )
}

interface BuyerFieldsProps {
  readonly buyer: BuyerForm
  readonly wrong: ReturnType<typeof buyerFault>
  readonly onChange: (change: Partial<BuyerForm>) => void
}

function BuyerFields({ buyer, wrong, onChange }: BuyerFieldsProps) {
  const { t } = useLanguage()
  const kinds = taxIdKinds(useStore().countryCode)
  const kind = buyer.govIdType
  return (
    <>
      {kinds.length > 1 && (
        <SegmentedControl
          fullWidth
          size="lg"
          aria-label={t("buyer.kind")}
          value={kind}
          data={kinds.map((value) => ({ value, label: taxIdName(value) }))}
          onChange={(govIdType) => onChange({ govIdType })}
        />
      )}
      <TypedField
        label={`${t("buyer.number")}${kinds.length === 1 ? ` (${kind})` : ""}`}
        keys={hasLetters(kind) ? "letteredId" : "id"}
        value={buyer.govIdNumber}
        maxLength={NUMBER_MAX}
        error={wrong.govIdNumber ? t("buyer.wrongNumber", { kind: taxIdName(kind) }) : null}
        onChange={(govIdNumber) => onChange({ govIdNumber })}
      />
      <TypedField
        label={t("buyer.name")}
        value={buyer.name}
        maxLength={NAME_MAX}
        onChange={(name) => onChange({ name })}
      />
      <TypedField
        label={t("buyer.email")}
        keys="email"
        value={buyer.email}
        maxLength={EMAIL_MAX}
        error={wrong.email ? t("buyer.wrongEmail") : null}
        onChange={(email) => onChange({ email })}
      />
    </>
  )
}
