/** Starts the cashier's page. */
import { startPage } from "../../../ui/start-page.tsx"
import "./pos.css"
import "./blocks.css"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"

startPage({ LanguageProvider, App, colors: "auto" })
