/** The options of the box in an all-in-one's configuration file, as its command line takes them. */
import { BadFlags } from "../../runtime/flags.ts"

/** `{ "hub": "https://…", "mqttPort": 1884, "printer": ["tcp://…"] }`; the box itself says what is wrong with a value. */
export function readBoxArgs(appliance: unknown): string[] {
  if (typeof appliance !== "object" || appliance === null || Array.isArray(appliance)) {
    throw new BadFlags(["appliance: must be an object of the box's options"])
  }
  const faults: string[] = []
  const args = Object.entries(appliance).flatMap(([name, given]) => {
    const values: unknown[] = Array.isArray(given) ? given : [given]
    if (values.every((value) => typeof value === "string" || typeof value === "number")) {
      return values.map((value) => `--${kebab(name)}=${value}`)
    }
    faults.push(`appliance.${name}: must be a text, a number or a list of texts`)
    return []
  })
  if (faults.length > 0) throw new BadFlags(faults)
  return args
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
