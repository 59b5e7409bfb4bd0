/** Starts the manager's page. */
import { startPage } from "../../../ui/start-page.tsx"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"
import "./manage.css"

startPage({ LanguageProvider, App, colors: "auto" })
