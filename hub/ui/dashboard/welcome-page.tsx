/** Opens an account by its one-time link: the person chooses a password and is in. */
import { Button, Stack } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { openByLink } from "../../../protocol/http/admin/session.ts"
import { useRequest } from "../../../ui/use-request.ts"
import { Fault } from "./fault.tsx"
import { useLanguage } from "./language.ts"
import { NewPassword, NOTHING_TYPED, passwordOf } from "./new-password.tsx"
import { goInstead, hrefOf } from "./route.ts"
import { SignInCard } from "./sign-in-card.tsx"
import { useSession } from "./use-session.tsx"

export function WelcomePage({ token }: { token: string }) {
  const { t } = useLanguage()
  const { client, setMe } = useSession()
  const { pending, trouble, ask } = useRequest()
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const password = passwordOf(typed)
  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (password === null) return
    const done = await ask(() => client.call(openByLink, { body: { token, password } }))
    if (!done) return
    setMe(done.data)
    // The token is spent, and need not lie in the browser's history.
    goInstead(hrefOf(""))
  }
  return (
    <SignInCard title={t("door.welcome")} text={t("door.choose")}>
      <form onSubmit={(event) => void open(event)}>
        <Stack>
          <NewPassword value={typed} onChange={setTyped} />
          <Fault answer={trouble} />
          <Button type="submit" loading={pending} disabled={password === null}>
            {t("door.open")}
          </Button>
        </Stack>
      </form>
    </SignInCard>
  )
}
