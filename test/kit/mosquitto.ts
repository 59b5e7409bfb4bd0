/** A real Mosquitto, for what the embedded broker cannot show: several hub processes that share their stores. */
import { spawn } from "node:child_process"
import { existsSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { freePorts } from "./ports.ts"
import { tempFile, whenOver } from "./temp.ts"

const PROGRAMS = [process.env.BRASA_MOSQUITTO, "/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto"]
const LOOK_EVERY_MS = 20

export function findMosquitto(): string {
  const program = PROGRAMS.find((path) => path !== undefined && existsSync(path))
  if (!program) throw new Error("this test needs Mosquitto: apt-get install mosquitto, or name it in BRASA_MOSQUITTO")
  return program
}

/** Its address. */
export async function startMosquitto(): Promise<string> {
  const program = findMosquitto()
  const [port = 0] = await freePorts(1)
  const config = tempFile("mosquitto.conf")
  writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
  const child = spawn(program, ["-c", config], { stdio: "ignore" })
  const ended = new Promise((resolve) => child.once("exit", resolve))
  whenOver(async () => {
    child.kill("SIGKILL")
    await ended
  })
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return `mqtt://127.0.0.1:${port}`
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.end())
  })
}
