/** Opens a user's account by a one-time link: the user chooses a password and is signed in. */
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
  const { pending, error, request } = useRequest()
  const [typed, setTyped] = useState(NOTHING_TYPED)
  const password = passwordOf(typed)
  const open = async (event: FormEvent) => {
    event.preventDefault()
    if (password === null) return
    const done = await request(() => client.call(openByLink, { body: { token, password } }))
    if (!done) return
    setMe(done.data)
    // Removes the used token from the browser's history.
    goInstead(hrefOf(""))
  }
  return (
    <SignInCard title={t("signIn.welcome")} text={t("signIn.choose")}>
      <form onSubmit={(event) => void open(event)}>
        <Stack>
          <NewPassword value={typed} onChange={setTyped} />
          <Fault answer={error} />
          <Button type="submit" loading={pending} disabled={password === null}>
            {t("signIn.open")}
          </Button>
        </Stack>
      </form>
    </SignInCard>
  )
}
