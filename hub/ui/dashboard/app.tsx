/** The dashboard: the door for whoever is not signed in, the frame with its pages for everybody else. */
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
      <Door />
    </SessionProvider>
  )
}

function Door() {
  const { t } = useLanguage()
  const { me, trouble, look } = useSession()
  const route = useRoute()
  const [token] = route.path
  if (route.page === "welcome" && token) return <WelcomePage token={token} />
  if (me) return <Frame route={route} />
  if (me === null) return <SignInPage />
  return (
    <main className="welcome">
      {trouble ? <Fault answer={trouble} onAgain={() => void look()} /> : <Loading>{t("door.looking")}</Loading>}
    </main>
  )
}
