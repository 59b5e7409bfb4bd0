/** The outage drill: the box cuts its own line for some minutes and tells what happened. */

export { endDrillHandler, listDrillsHandler, startDrillHandler } from "./outage-test-handlers.ts"
export { createDrill, type Drill } from "./run-outage-test.ts"
