/** The outage drill: the box cuts its own line for some minutes and tells what happened. */

export { endOutageTestHandler, listOutageTestsHandler, startOutageTestHandler } from "./outage-test-handlers.ts"
export { createOutageTest, type OutageTest } from "./run-outage-test.ts"
