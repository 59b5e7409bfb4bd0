/** The dashboard: the sign-in page, or the frame with its pages for a signed-in user. */
import { Loading } from "../../../ui/states.tsx"
import { Fault } from "./fault.tsx"
import { Frame } from "./frame.tsx"
import { useLanguage } from "./language.ts"
import { useRoute } from "./route.ts"
import { SignInPage } from "./sign-in-page.tsx"
import { SessionProvider, useSession } from "./use-session.tsx"
import { WelcomePage } from "./welcome-page.tsx"

export function App() {
  return (
    <SessionProvider>
      <SignInOrFrame />
    </SessionProvider>
  )
}

function SignInOrFrame() {
  const { t } = useLanguage()
  const { me, error, reload } = useSession()
  const route = useRoute()
  const [token] = route.path
  if (route.page === "welcome" && token) return <WelcomePage token={token} />
  if (me) return <Frame route={route} />
  if (me === null) return <SignInPage />
  return (
    <main className="welcome">
      {error ? <Fault answer={error} onAgain={() => void reload()} /> : <Loading>{t("signIn.looking")}</Loading>}
    </main>
  )
}
