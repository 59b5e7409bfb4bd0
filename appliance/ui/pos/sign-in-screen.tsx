/** Asks for a PIN if the store has staff. */
import { Center, Paper, Stack, Text, Title } from "@mantine/core"
import { PinForm } from "../../../ui/staff/pin-form.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { useLanguage } from "./language.ts"
import { useToday } from "./use-today.tsx"

export function SignInScreen() {
  const { t } = useLanguage()
  const { enter } = useStaff()
  const shift = useToday().today?.shift
  return (
    <Center className="state">
      <Paper className="card form-card sign-in" p="xl">
        <Stack>
          <Title order={1} size="h2">
            {t("signIn.title")}
          </Title>
          <Text>{t("signIn.text")}</Text>
          {shift && <Text>{t("signIn.shiftOf", { name: shift.operatorName })}</Text>}
        </Stack>
        <PinForm onPin={enter} />
      </Paper>
    </Center>
  )
}
