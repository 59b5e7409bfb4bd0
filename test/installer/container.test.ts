/** The container files, which nobody here can run: held against the program's flags and ports, the package's own paths, the broker's files and the page for operators. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { HUB_FLAGS } from "../../hub/config.ts"
import { RETENTION_FLAGS } from "../../hub/retention/index.ts"
import { productRoot } from "../../runtime/root.ts"

const read = (...path: string[]) => readFileSync(join(productRoot(), ...path), "utf8")
const container = read("installer", "container", "Containerfile")
const compose = read("installer", "container", "compose.yaml")
const proxy = read("installer", "container", "haproxy.cfg")
const mosquitto = read("installer", "broker", "mosquitto.conf")
const unit = read("installer", "systemd", "brasa-hub.service")
const page = read("docs", "operators", "scaling.md")
const flags: readonly string[] = Object.values(HUB_FLAGS).map(({ env }) => env)
const namesIn = (text: string) => [...new Set(text.match(/BRASA_[A-Z_]+/g))]
const port = (flag: "port" | "mqttPort") => `${HUB_FLAGS[flag].read([])}`

describe("the container of one process", () => {
  it("runs what the package's unit runs, as its user, with its ports", () => {
    const program = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(" ")
    const words = [...container.matchAll(/^(?:ENTRYPOINT|CMD) (\[.+\])$/gm)].flatMap(([, list = ""]) =>
      JSON.parse(list),
    )
    expect(words).toEqual(program)
    expect(/^USER (.+)$/m.exec(container)?.[1]).toBe(/^User=(.+)$/m.exec(unit)?.[1])
    expect(/^EXPOSE (.+)$/m.exec(container)?.[1]).toBe(`${port("port")} ${port("mqttPort")}`)
    expect(container).toContain(`127.0.0.1:${port("port")}/readyz`)
  })
})

describe("the containers of two hubs", () => {
  it("set only variables that the hub reads and the page names, and those that several processes need", () => {
    const foreign = [...namesIn(container), ...namesIn(compose)].filter((name) => !flags.includes(name))
    expect(foreign).toEqual([])
    // The box's own.
    expect(namesIn(page).filter((name) => !flags.includes(name))).toEqual(["BRASA_HUB_MQTT"])
    for (const name of ["BRASA_DATABASE", "BRASA_MQTT", "BRASA_SECRET_KEY"]) {
      expect(namesIn(compose)).toContain(name)
      expect(page).toContain(`export ${name}=`)
    }
  })

  it("are the parts that the page names: two hubs behind the proxy, each with its own directory", () => {
    const services = compose.slice(compose.indexOf("\nservices:"), compose.indexOf("\nvolumes:"))
    const names = [...services.matchAll(/^ {2}([a-z0-9-]+):$/gm)].map(([, name]) => name)
    expect(names).toEqual(["hub-1", "hub-2", "proxy", "broker", "database"])
    for (const hub of ["hub-1", "hub-2"]) {
      expect(services).toContain(`- ${hub}:${/^VOLUME (.+)$/m.exec(container)?.[1]}\n`)
      expect(proxy).toContain(`server ${hub} ${hub}:${port("port")}\n`)
    }
    expect(proxy).toContain("option httpchk GET /readyz")
    expect(compose).toContain('BRASA_BEHIND_PROXY: "1"')
    expect(proxy).toContain("option forwardfor")
    expect(proxy).toContain("http-request deny deny_status 404 if { path -i -m beg /metrics } !operator")
  })

  it("use the listeners and the login file of the broker's own configuration", () => {
    const listeners = [...mosquitto.matchAll(/^listener (\d+)/gm)].map(([, number]) => number)
    expect(listeners).toEqual(["1883", "1885"])
    expect(compose).toContain("@broker:1885\n")
    expect(compose).toContain('- "1883:1883"\n')
    // What is written over for a network of containers stands there as it is looked for.
    expect(mosquitto).toMatch(/^listener 1885 127\.0\.0\.1$/m)
    expect(compose).toContain(`BRASA_MQTT_LOGINS: ${/^password_file (.+)$/m.exec(mosquitto)?.[1]}\n`)
    expect(compose).toContain(/^acl_file (.+)$/m.exec(mosquitto)?.[1])
  })
})

it("the page names every retention setting with the program's default", () => {
  const rows = Object.entries(RETENTION_FLAGS).filter(([name]) => name !== "archive")
  for (const [, { env, read: readFlag }] of rows) {
    const row = page.split("\n").find((line) => line.startsWith("|") && line.includes(`${env}=`)) ?? ""
    const days = readFlag([])
    expect(row).toContain(days === 0 ? "for ever" : `${days} days`)
    const least = Number(/(\d+)[^|]*\|$/.exec(row)?.[1])
    expect(() => readFlag([`${least - 1 || "x"}`])).toThrow()
    expect(readFlag([`${least}`])).toBe(least)
  }
})
