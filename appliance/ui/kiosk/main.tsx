/** Starts the kiosk. */
import { startPage } from "../../../ui/start-page.tsx"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"

startPage({ LanguageProvider, App, colors: "auto" })
