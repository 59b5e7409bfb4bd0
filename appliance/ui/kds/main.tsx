/** Starts the kitchen's screens: dark, since they hang where people look up from a flame. */
import "./kds.css"
import { startPage } from "../../../ui/start-page.tsx"
import { App } from "./app.tsx"
import { LanguageProvider } from "./language.ts"

startPage({ LanguageProvider, App, colors: "dark" })
