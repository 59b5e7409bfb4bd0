/** A client of a broker, with the MQTT library alone: connected or refused. */
import mqtt, { type IClientOptions, type MqttClient } from "mqtt"
import { whenOver } from "./temp.ts"

/** Comes in once, or rejects. A broker that cuts the line later may reset it: "close" tells that. */
export async function callBroker(url: string, options: IClientOptions): Promise<MqttClient> {
  const client = mqtt.connect(url, { reconnectPeriod: 0, ...options })
  client.on("error", () => {})
  whenOver(() => void client.end(true))
  await new Promise<void>((resolve, reject) => {
    client.once("connect", () => resolve())
    client.once("error", reject)
    client.once("close", () => reject(new Error("closed")))
  })
  return client
}
