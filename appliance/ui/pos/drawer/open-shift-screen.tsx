/** Opens the cashier's shift: operator and float of the drawer. */
import { Button, Center, Paper, Stack, Text, TextInput, Title } from "@mantine/core"
import { type FormEvent, useRef, useState } from "react"
import { openShift } from "../../../../protocol/http/register.ts"
import { scaleMajor, toMajor } from "../../../../protocol/money.ts"
import { decimalsOf } from "../../../../protocol/print/format.ts"
import { useBox } from "../../../../ui/device/box.tsx"
import { useFigures } from "../../../../ui/figures.tsx"
import { MoneyField, useAmount } from "../../../../ui/money-field.tsx"
import { readAmount } from "../../../../ui/read-amount.ts"
import { recall, remember } from "../../../../ui/remember.ts"
import { useStaff } from "../../../../ui/staff/staff.tsx"
import { ErrorState } from "../../../../ui/states.tsx"
import { useRequest } from "../../../../ui/use-request.ts"
import { makeUuid } from "../../../../ui/uuid.ts"
import { useLanguage } from "../language.ts"
import type { Today } from "../today.ts"
import { useToday } from "../use-today.tsx"
import { type SecondFloat, SecondFloatFields } from "./second-float.tsx"

const KEY = "brasa.operator"

interface Operator {
  readonly name: string
  readonly uid: string
}

interface OpenShiftProps {
  readonly businessDayDate: string
  readonly handover: Today["handover"]
}

export function OpenShiftScreen({ businessDayDate, handover }: OpenShiftProps) {
  const { t } = useLanguage()
  const { date } = useFigures()
  const { staff } = useStaff()
  const { operator, setOperator, float, setFloat, second, setSecond, body } = useShiftDraft()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, error, request } = useRequest()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!body) return
    if (!staff) remember(KEY, operator)
    await request(() => client.call(openShift, { body }))
    await refresh()
  }
  return (
    <Center className="state">
      <Paper className="card form-card" p="xl" component="form" onSubmit={submit}>
        <Stack>
          <Title order={1} size="h2">
            {t("openShift.title")}
          </Title>
          <Text c="dimmed">{t("openShift.day", { date: date(businessDayDate) })}</Text>
          {staff ? <Text fw={700}>{staff.name}</Text> : <OperatorFields value={operator} onChange={setOperator} />}
          <MoneyField
            label={t("openShift.float")}
            description={t("openShift.floatHelp")}
            value={float}
            onChange={setFloat}
            autoFocus={operator.name !== ""}
          />
          {handover && <HandoverButton handover={handover} onTake={setFloat} />}
          <SecondFloatFields value={second} onChange={setSecond} />
          <ErrorState answer={error} />
          <Button type="submit" size="xl" loading={pending} disabled={!body}>
            {t("openShift.submit")}
          </Button>
        </Stack>
      </Paper>
    </Center>
  )
}

/** The form's values, and the request's body once they are complete. */
function useShiftDraft() {
  const { currency, point } = useFigures()
  const { staff } = useStaff()
  const [typed, setOperator] = useState<Operator>(() => recall<Operator>(KEY) ?? { name: "", uid: "" })
  const operator = staff ? { name: staff.name, uid: staff.id } : typed
  const [float, setFloat] = useState("")
  const [second, setSecond] = useState<SecondFloat | null>(null)
  const amount = useAmount(float)
  const secondAmount = second && readAmount(second.amount, { decimals: decimalsOf(second.currency), point })
  const shiftId = useRef(makeUuid())
  const hasOperator = operator.name.trim() !== "" && operator.uid.trim() !== ""
  const hasSecond = second === null || (secondAmount !== null && second.amount !== "")
  const body = hasOperator &&
    hasSecond &&
    amount !== null &&
    float !== "" && {
      shiftId: shiftId.current,
      operatorUid: operator.uid.trim(),
      operatorName: operator.name.trim(),
      currency,
      openingBalance: toMajor(amount),
      ...(second && { otherFloats: [{ currency: second.currency, openingBalance: toMajor(secondAmount ?? 0) }] }),
    }
  return { operator, setOperator, float, setFloat, second, setSecond, body }
}

interface OperatorFieldsProps {
  readonly value: Operator
  readonly onChange: (operator: Operator) => void
}

function OperatorFields({ value, onChange }: OperatorFieldsProps) {
  const { t } = useLanguage()
  return (
    <>
      <TextInput
        label={t("openShift.name")}
        value={value.name}
        autoComplete="off"
        autoFocus={value.name === ""}
        onChange={(event) => onChange({ ...value, name: event.currentTarget.value })}
      />
      <TextInput
        label={t("openShift.uid")}
        description={t("openShift.uidHelp")}
        value={value.uid}
        autoComplete="off"
        onChange={(event) => onChange({ ...value, uid: event.currentTarget.value })}
      />
    </>
  )
}

interface HandoverProps {
  readonly handover: NonNullable<Today["handover"]>
  readonly onTake: (float: string) => void
}

/** Fills in the amount that the previous shift left in the drawer. The cashier still counts it. */
function HandoverButton({ handover, onTake }: HandoverProps) {
  const { t } = useLanguage()
  const { money, currency, decimals, point } = useFigures()
  if (handover.currency !== currency) return null
  const amount = money(scaleMajor(handover.amount) ?? 0)
  return (
    <Button variant="light" onClick={() => onTake(handover.amount.toFixed(decimals).replace(".", point))}>
      {t("openShift.takeOver", { amount, name: handover.from })}
    </Button>
  )
}
