/** The log of the tests' hubs and boxes: nobody reads it, but no line of it may tell what opens something. */
import { createLog } from "../../runtime/log.ts"
import { lookAt } from "./printed-secrets.ts"

export const watchedLog = createLog({ level: "debug", destination: { write: (line) => lookAt(line) } })
