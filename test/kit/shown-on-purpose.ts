/** Commands whose purpose is to show a secret: which part of a line they may show, and why. */

interface Shown {
  /** The command line; of our own program, what stands behind `brasa`. */
  readonly command: RegExp
  /** All of the line else tells nothing. */
  readonly line: RegExp
  readonly why: string
}

const SHOWN: readonly Shown[] = [
  {
    command: /^hub create-key /,
    line: /^brasa_[\w-]{43} {3}\(shown once\)$/,
    why: "nobody could read the key later: its hash is kept",
  },
  {
    command: /^hub provision /,
    line: /^(?:API key|webhook secret of endpoint|password of) [^:]+: (?:brasa_[\w-]{43}|whsec_[\w+/]{43}=|[\w-]{43}) {3}\(shown once\)$/,
    why: "the hub drew what the file does not give, and whoever provisions needs it",
  },
  {
    command: /^hub webhooks rotate /,
    line: /^whsec_\S+ {3}\(shown once\)$/,
    why: "the receiver needs it, and no later command shows it",
  },
  {
    command: /^hub person (?:create|reset) /,
    line: /^behind the hub's address, once, until \S+: \/dashboard#\/welcome\/[\w-]{43}$/,
    why: "the operator hands it to the person, who chooses a password behind it; it works once",
  },
  {
    command: /^listen --print-secret /,
    line: /^whsec_[\w+/]{43}=$/,
    why: "that is all that was asked",
  },
  {
    command: /^appliance pin /,
    line: /^The PIN of [^.]+ is \d{6} now; change it on the manager's page, Staff\.$/,
    why: "a manager who forgot theirs reads it on the console, and changes it",
  },
  {
    command: /^demo /,
    line: /^ {2}API key {10}brasa_test_integrator_0000000000000001$/,
    why: "the demo's own data, the same on every machine: it is there to be tried out",
  },
  {
    command: /^demo /,
    line: /^ {19}\S+@\S+ · password change-me-please-1$/,
    why: "as its key",
  },
  {
    command: /^bash .*\/v1\/auth\/login/s,
    line: /^\{"token":"eyJ[\w.-]+","expiresIn":3600\}/,
    why: "curl shows the answer of a documented page's log-in",
  },
  {
    command: /^bash .*\/payment-methods\/config/s,
    line: /"terminalKey":"t0p-secret"/g,
    why: "curl shows the answer that tells a register its terminal's key, by contract (docs/integrators/payment-methods.md)",
  },
  {
    command: /^bash .*\/feed\?after=/s,
    line: /"next":"[\w.-]+"/g,
    why: "curl shows the mark of a page, which opens nothing and may be as long as a key",
  },
]

const PROGRAM = /^.*?(?:^|\/| )brasa(?:\.m?js)? /

/** What is left of the line to look at. */
export function withoutShown(commandLine: readonly string[], line: string): string {
  const words = commandLine.join(" ").replace(PROGRAM, "")
  const allowed = SHOWN.filter(({ command }) => command.test(words))
  return allowed.reduce((left, shown) => left.replace(shown.line, ""), line)
}
