/** The first boot of a box: what its setup page shows before anybody has a key (docs/contract/screens.md#setup). */
import Type from "typebox"
import { Instant, nullable, oneOf } from "../shapes/scalars.ts"
import { SetupCheck } from "../shapes/setup-check.ts"
import { endpoint } from "./endpoint.ts"

export const readSetup = endpoint({
  name: "setup.read",
  family: "enrolment",
  ownHost: true,
  method: "GET",
  path: "/api/lan/v1/setup",
  scope: null,
  replies: {
    200: Type.Object({
      now: Instant,
      version: Type.String(),
      /** Where the store's screens find this box. */
      lanUrl: Type.String(),
      storeName: nullable(Type.String()),
      /** Waits for somebody at headquarters; null once the box has its store, and while the hub gives none. */
      claim: nullable(Type.Object({ code: Type.String(), expiresAt: Instant, url: Type.String() })),
      /** What came down of what the hub has for this box, while it does not have all. */
      loading: nullable(Type.Object({ applied: Type.Integer(), head: Type.Integer() })),
      /** Whether it checks and prints for whoever asks, and tells what it found: until a manager's screen is paired. */
      open: Type.Boolean(),
      /** Null until they were made for the first time, and where it is not open. */
      checkedAt: nullable(Instant),
      checks: Type.Array(SetupCheck),
    }),
  },
  refusals: [],
  summary: "What the box has found out about itself: claim code, network, hub, clock, store, printers, screens.",
  section: "screens.md#setup",
})

const CHECKED = { 200: Type.Object({ checkedAt: Instant, checks: Type.Array(SetupCheck) }) }

export const checkSetup = endpoint({
  name: "setup.check",
  family: "enrolment",
  ownHost: true,
  method: "POST",
  path: "/api/lan/v1/setup/check",
  scope: null,
  body: Type.Object({}),
  replies: CHECKED,
  refusals: ["CONFLICT"],
  summary: "Looks at all of it again, until a manager's screen is paired.",
  section: "screens.md#setup",
})

export const recheckSetup = endpoint({
  name: "setup.recheck",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/setup/recheck",
  scope: "store:manage",
  role: "manager",
  body: Type.Object({}),
  replies: CHECKED,
  refusals: [],
  summary: "Looks at all of it again, from a manager's screen.",
  section: "screens.md#setup",
})

export const printSetup = endpoint({
  name: "setup.print",
  family: "enrolment",
  ownHost: true,
  method: "POST",
  path: "/api/lan/v1/setup/print",
  scope: null,
  body: Type.Object({ what: oneOf("claim", "certificate"), language: oneOf("es", "pt", "en") }),
  replies: { 202: Type.Object({ printerId: Type.String() }) },
  refusals: ["CONFLICT"],
  summary: "Prints the claim code, or the certificate of what works, until a manager's screen is paired.",
  section: "screens.md#setup",
})

export const certifySetup = endpoint({
  name: "setup.certify",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/setup/certificate",
  scope: "store:manage",
  role: "manager",
  body: Type.Object({ language: oneOf("es", "pt", "en") }),
  replies: { 202: Type.Object({ printerId: Type.String() }) },
  refusals: ["CONFLICT"],
  summary:
    "Looks at all of it again and prints the certificate: at the end of an installation, from a manager's screen.",
  section: "screens.md#setup",
})
