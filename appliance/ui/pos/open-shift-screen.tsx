/** Opens the cashier's shift: who sells, and how much change lies in the drawer. */
import { Button, Center, Paper, Stack, Text, TextInput, Title } from "@mantine/core"
import { type FormEvent, useRef, useState } from "react"
import { openShift } from "../../../protocol/http/register.ts"
import { toMajor } from "../../../protocol/money.ts"
import { useFigures } from "../kit/figures.tsx"
import { useLanguage } from "../kit/language.tsx"
import { MoneyField, useAmount } from "../kit/money-field.tsx"
import { recall, remember } from "../kit/remember.ts"
import { Trouble } from "../kit/states.tsx"
import { useAsk } from "../kit/use-ask.ts"
import { makeUuid } from "../kit/uuid.ts"
import { useBox } from "./box.tsx"
import { useToday } from "./use-today.tsx"

const KEY = "brasa.operator"

interface Operator {
  readonly name: string
  readonly uid: string
}

export function OpenShiftScreen({ businessDayDate }: { businessDayDate: string }) {
  const { t } = useLanguage()
  const { currency, date } = useFigures()
  const { client } = useBox()
  const { refresh } = useToday()
  const { pending, trouble, ask } = useAsk()
  const [operator, setOperator] = useState<Operator>(() => recall<Operator>(KEY) ?? { name: "", uid: "" })
  const [float, setFloat] = useState("")
  const amount = useAmount(float)
  const shiftId = useRef(makeUuid())
  const ready = operator.name.trim() !== "" && operator.uid.trim() !== "" && amount !== null && float !== ""
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready || amount === null) return
    const body = {
      shiftId: shiftId.current,
      operatorUid: operator.uid.trim(),
      operatorName: operator.name.trim(),
      currency,
      openingBalance: toMajor(amount),
    }
    remember(KEY, operator)
    await ask(() => client.call(openShift, { body }))
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
          <TextInput
            label={t("openShift.name")}
            value={operator.name}
            autoComplete="off"
            autoFocus={operator.name === ""}
            onChange={(event) => setOperator({ ...operator, name: event.currentTarget.value })}
          />
          <TextInput
            label={t("openShift.uid")}
            description={t("openShift.uidHelp")}
            value={operator.uid}
            autoComplete="off"
            onChange={(event) => setOperator({ ...operator, uid: event.currentTarget.value })}
          />
          <MoneyField
            label={t("openShift.float")}
            description={t("openShift.floatHelp")}
            value={float}
            onChange={setFloat}
            autoFocus={operator.name !== ""}
          />
          <Trouble answer={trouble} />
          <Button type="submit" size="xl" loading={pending} disabled={!ready}>
            {t("openShift.submit")}
          </Button>
        </Stack>
      </Paper>
    </Center>
  )
}
