/** Starts the dashboard. */
import { startPage } from "../../../ui/start-page.tsx"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"
import "./dashboard.css"

startPage({ LanguageProvider, App, colors: "auto" })
