/** The updater's configuration: flags alone, since root takes no word from an environment. */
import { type Command, type FlagTable, reading } from "../../runtime/flags.ts"

const GATE_SECONDS = 300

const words = (fallback: string) => (texts: readonly string[]) =>
  reading.text(fallback)(texts).split(" ").filter(Boolean)

const UPDATER_FLAGS = {
  root: {
    value: "DIR",
    about: "Holds releases/ and the link current (default /opt/brasa).",
    read: reading.text("/opt/brasa"),
  },
  data: {
    value: "DIR",
    about: "The box's data (default /var/lib/brasa/box).",
    read: reading.text("/var/lib/brasa/box"),
  },
  spool: {
    value: "DIR",
    about: "Where the box asks; nothing in it is believed (default /var/lib/brasa/box/update).",
    read: reading.text("/var/lib/brasa/box/update"),
  },
  state: {
    value: "DIR",
    about: "What the updater knows; only root writes there (default /var/lib/brasa-updater).",
    read: reading.text("/var/lib/brasa-updater"),
  },
  keys: {
    value: "FILE",
    about: "The public keys of whoever makes releases (default /etc/brasa/release-keys.pem).",
    read: reading.text("/etc/brasa/release-keys.pem"),
  },
  program: {
    value: "PATHS",
    about: "The program's words, each inside a release (default node/bin/node bin/brasa.mjs).",
    read: words("node/bin/node bin/brasa.mjs"),
  },
  health: {
    value: "URL",
    about: "Where the running box says its version (default http://127.0.0.1:8090/healthz).",
    read: reading.text("http://127.0.0.1:8090/healthz"),
  },
  stop: { value: "COMMAND", about: "Stops the box.", read: words("systemctl stop brasa-appliance.service") },
  start: {
    value: "COMMAND",
    about: "Starts the box.",
    read: words("systemctl --no-block start brasa-appliance.service"),
  },
  exits: {
    value: "COMMAND",
    about: "Prints how often the box was started again because it had ended (default: systemd's NRestarts).",
    read: words("systemctl show --property=NRestarts --value brasa-appliance.service"),
  },
  lastWords: {
    value: "COMMAND",
    about: "Prints what the box wrote last (default: the last lines of its journal).",
    read: words("journalctl --no-pager --quiet --output=cat --lines=12 _SYSTEMD_UNIT=brasa-appliance.service"),
  },
  asUser: {
    value: "COMMAND",
    about: "Put before what a release runs (default: setpriv, to the user brasa).",
    read: words("setpriv --reuid=brasa --regid=brasa --init-groups --"),
  },
  gateSeconds: {
    value: "N",
    about: `How long a new version has to show that it sells (default ${GATE_SECONDS}).`,
    read: reading.whole(GATE_SECONDS, { min: 1, max: 3_600 }),
  },
} as const satisfies FlagTable

export const UPDATER: Command<typeof UPDATER_FLAGS> = {
  usage: "brasa-updater [options]",
  about: "Carries out the update that the box has asked for, or goes on with one that was cut off; then ends.",
  flags: UPDATER_FLAGS,
}
