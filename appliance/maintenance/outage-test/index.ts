/** Outage tests: the box closes its link to the hub for some minutes and reports what the store did meanwhile. */

export { endOutageTestHandler, listOutageTestsHandler, startOutageTestHandler } from "./outage-test-handlers.ts"
export { createOutageTest, type OutageTest } from "./run-outage-test.ts"
