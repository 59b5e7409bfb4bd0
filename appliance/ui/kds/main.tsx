/** Starts the kitchen's screens, dark by default. */
import "./kds.css"
import { startPage } from "../../../ui/start-page.tsx"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"

startPage({ LanguageProvider, App, colors: "dark" })
