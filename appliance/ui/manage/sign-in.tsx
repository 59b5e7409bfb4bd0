/** Asks for a PIN if the store has staff. */
import { Alert, Paper, Stack, Text, Title } from "@mantine/core"
import { Brand } from "../../../ui/brand.tsx"
import { Icon } from "../../../ui/icons.tsx"
import { PinForm } from "../../../ui/staff/pin-form.tsx"
import { useStaff } from "../../../ui/staff/staff.tsx"
import { useLanguage } from "./language.ts"
import { useStoreState } from "./use-store-state.tsx"

export function SignIn({ tooLow = false }: { tooLow?: boolean }) {
  const { t } = useLanguage()
  const { enter, staff } = useStaff()
  const { refresh } = useStoreState()
  const onPin = async (staffId: string, pin: string) => {
    const refused = await enter(staffId, pin)
    if (refused === null) await refresh()
    return refused
  }
  return (
    <main className="welcome">
      <Paper className="card welcome-card" p="xl">
        <Stack>
          <Brand large />
          <Title order={1} size="h2">
            {t("manage.signInTitle")}
          </Title>
          {tooLow ? (
            <Alert color="bad" variant="light" icon={<Icon name="alert" />} role="alert">
              {t("manage.tooLow", { name: staff?.name ?? "" })}
            </Alert>
          ) : (
            <Text>{t("manage.signInText")}</Text>
          )}
          {/* The key resets the form after a person whose role is too low. */}
          <PinForm key={staff?.id ?? "nobody"} onPin={onPin} />
        </Stack>
      </Paper>
    </main>
  )
}
