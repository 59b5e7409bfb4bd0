/** Starts the manager's page. */
import { startPage } from "../../../ui/start-page.tsx"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"

startPage({ LanguageProvider, App })
