/** The outage drill: the box cuts its own line for some minutes and tells what happened. */
export { createDrill, type Drill } from "./create-drill.ts"
export { endDrillHandler, listDrillsHandler, startDrillHandler } from "./handlers.ts"
