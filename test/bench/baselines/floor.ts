/** The floor of a cold start: the libraries that any such machine needs, imported and opened, and one path that answers. */
import { createServer } from "node:net"
import { Aedes } from "aedes"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import express from "express"
import mqtt from "mqtt"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

const [port = "0", mqttPort = "0", file = ""] = process.argv.slice(2)

const db = new Sqlite(file)
db.pragma("journal_mode = WAL")
db.pragma("synchronous = FULL")
const ajv = new Ajv2020()
addFormats.default(ajv)
const aedes = await Aedes.createBroker()
createServer((socket) => aedes.handle(socket)).listen(Number(mqttPort), "127.0.0.1")
const app = express()
app.get("/healthz", (_request, response) => {
  const rows = db.prepare("SELECT count(*) FROM sqlite_master").pluck().get()
  response.json({ status: "ok", rows, speaks: typeof mqtt.connect, checks: typeof ajv.compile })
})
app.listen(Number(port), "127.0.0.1")
