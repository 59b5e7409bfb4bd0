/** Shows new secrets once, to be copied. */
import { Alert, Button, CopyButton, Modal, Stack, Text } from "@mantine/core"
import { Icon } from "../../../../ui/icons.tsx"
import { useLanguage } from "../language.ts"

export interface ShownSecret {
  readonly what: string
  readonly secret: string
}

export function SecretDialog({ secrets, onClose }: { secrets: readonly ShownSecret[]; onClose: () => void }) {
  const { t } = useLanguage()
  return (
    <Modal
      opened
      onClose={onClose}
      // A click outside must not lose a secret that cannot be shown again.
      closeOnClickOutside={false}
      size="lg"
      title={t("secret.title")}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <Alert color="ember" variant="light" icon={<Icon name="alert" />}>
          {t("secret.once")}
        </Alert>
        {secrets.map(({ what, secret }) => (
          <div key={what}>
            <Text fw={600}>{what}</Text>
            <Text className="code" data-secret={what}>
              {secret}
            </Text>
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button size="sm" variant="light" onClick={copy}>
                  {t(copied ? "secret.copied" : "secret.copy")}
                </Button>
              )}
            </CopyButton>
          </div>
        ))}
        <Button onClick={onClose}>{t("secret.kept")}</Button>
      </Stack>
    </Modal>
  )
}
