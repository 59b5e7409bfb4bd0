/** The updater's configuration: only flags, because a program that runs as root should not trust its environment. */
import { type Command, type FlagTable, reading } from "../../runtime/flags.ts"

const GATE_SECONDS = 300

const words = (fallback: string) => (texts: readonly string[]) =>
  reading.text(fallback)(texts).split(" ").filter(Boolean)

const UPDATER_FLAGS = {
  root: {
    value: "DIR",
    about: "Contains releases/ and the link current (default /opt/brasa).",
    read: reading.text("/opt/brasa"),
  },
  data: {
    value: "DIR",
    about: "The box's data (default /var/lib/brasa/box).",
    read: reading.text("/var/lib/brasa/box"),
  },
  spool: {
    value: "DIR",
    about: "Where the box writes its requests; not trusted (default /var/lib/brasa/box/update).",
    read: reading.text("/var/lib/brasa/box/update"),
  },
  state: {
    value: "DIR",
    about: "The updater's state; only root writes there (default /var/lib/brasa-updater).",
    read: reading.text("/var/lib/brasa-updater"),
  },
  keys: {
    value: "FILE",
    about: "The public keys that sign releases (default /etc/brasa/release-keys.pem).",
    read: reading.text("/etc/brasa/release-keys.pem"),
  },
  program: {
    value: "PATHS",
    about: "The program's command line, as paths inside a release (default node/bin/node bin/brasa.mjs).",
    read: words("node/bin/node bin/brasa.mjs"),
  },
  health: {
    value: "URL",
    about: "Where the running box reports its version (default http://127.0.0.1:8090/healthz).",
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
    about: "Prints how often the box was restarted after it had ended by itself (default: systemd's NRestarts).",
    read: words("systemctl show --property=NRestarts --value brasa-appliance.service"),
  },
  lastWords: {
    value: "COMMAND",
    about: "Prints the box's last output (default: the last lines of its journal).",
    read: words("journalctl --no-pager --quiet --output=cat --lines=12 _SYSTEMD_UNIT=brasa-appliance.service"),
  },
  asUser: {
    value: "COMMAND",
    about: "Prefix for commands of a release (default: setpriv, to the user brasa).",
    read: words("setpriv --reuid=brasa --regid=brasa --init-groups --"),
  },
  gateSeconds: {
    value: "N",
    about: `How long a new version may take to pass its test sale (default ${GATE_SECONDS}).`,
    read: reading.whole(GATE_SECONDS, { min: 1, max: 3_600 }),
  },
} as const satisfies FlagTable

export const UPDATER: Command<typeof UPDATER_FLAGS> = {
  usage: "brasa-updater [options]",
  about: "Carries out the update that the box has requested, or continues an interrupted one; then ends.",
  flags: UPDATER_FLAGS,
}
