/** A real Mosquitto, for what the embedded broker cannot show: several hub processes that share their stores. */
import { existsSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { freePorts } from "./ports.ts"
import { tempFile, whenOver } from "./temp.ts"
import { startWatched } from "./watched-process.ts"

const PROGRAMS = [process.env.BRASA_MOSQUITTO, "/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"]
const LOOK_EVERY_MS = 20

export function findMosquitto(): string {
  const program = PROGRAMS.find((path) => path !== undefined && existsSync(path))
  if (!program) throw new Error("this test needs Mosquitto: apt-get install mosquitto, or name it in BRASA_MOSQUITTO")
  return program
}

export interface Mosquitto {
  readonly url: string
  /** It is killed, forgets everybody, and is there again after that time. */
  restart(awayMs: number): Promise<void>
}

/** Its address. */
export async function startMosquitto(): Promise<string> {
  return (await runMosquitto()).url
}

export async function runMosquitto(): Promise<Mosquitto> {
  const program = findMosquitto()
  const [port = 0] = await freePorts(1)
  const config = tempFile("mosquitto.conf")
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
  const start = async () => {
    const child = startWatched(program, ["-c", config])
    const ended = new Promise((resolve) => child.once("exit", resolve))
    while (!(await answers(port))) await pause(LOOK_EVERY_MS)
    return async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
  let end = await start()
  whenOver(() => end())
  return {
    url: `mqtt://127.0.0.1:${port}`,
    async restart(awayMs) {
      await end()
      await pause(awayMs)
      end = await start()
    },
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.end())
  })
}
