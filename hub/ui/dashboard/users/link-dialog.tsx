/** Shows a one-time link once, to be handed over. */
import { Button, CopyButton, Modal, Stack, Text } from "@mantine/core"
import type { OneTimeLink } from "../../../../protocol/http/admin/users.ts"
import { useMoments } from "../format-times.ts"
import { useLanguage } from "../language.ts"

interface LinkDialogProps {
  readonly email: string
  readonly link: OneTimeLink
  readonly onClose: () => void
}

export function LinkDialog({ email, link, onClose }: LinkDialogProps) {
  const { t } = useLanguage()
  const { moment } = useMoments()
  const url = location.origin + link.path
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("people.link", { email })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Stack>
        <Text>{t("people.linkText", { until: moment(link.expiresAt) })}</Text>
        <Text className="code">{url}</Text>
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{t(copied ? "people.copied" : "people.copy")}</Button>}
        </CopyButton>
      </Stack>
    </Modal>
  )
}
