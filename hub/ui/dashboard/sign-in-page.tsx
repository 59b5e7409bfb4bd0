/** Asks for e-mail address and password. */
import { Button, PasswordInput, Stack, TextInput } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { signIn } from "../../../protocol/http/admin/session.ts"
import { useRequest } from "../../../ui/use-request.ts"
import { Fault } from "./fault.tsx"
import { useLanguage } from "./language.ts"
import { SignInCard } from "./sign-in-card.tsx"
import { useSession } from "./use-session.tsx"

export function SignInPage() {
  const { t } = useLanguage()
  const { client, setMe } = useSession()
  const { pending, error, request } = useRequest()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const enter = async (event: FormEvent) => {
    event.preventDefault()
    const done = await request(() => client.call(signIn, { body: { email, password } }))
    if (done) setMe(done.data)
    else setPassword("")
  }
  return (
    <SignInCard title={t("signIn.title")} text={t("signIn.text")}>
      <form onSubmit={(event) => void enter(event)}>
        <Stack>
          <TextInput
            label={t("signIn.email")}
            type="email"
            name="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={t("signIn.password")}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Fault answer={error} />
          <Button type="submit" loading={pending} disabled={email === "" || password === ""}>
            {t("signIn.enter")}
          </Button>
        </Stack>
      </form>
    </SignInCard>
  )
}
