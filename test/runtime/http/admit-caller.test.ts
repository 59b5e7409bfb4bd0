import { beforeAll, describe, expect, it, test } from "vitest"
import { CREDENTIALS, type CredentialKind } from "../../../protocol/http/credentials.ts"
import type { Caller } from "../../../protocol/http/endpoint.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createAccessTokens } from "../../../runtime/http/access-token.ts"
import { recognise } from "../../../runtime/http/admit-caller.ts"
import { createLimits } from "../../../runtime/http/caller-limits.ts"
import { createListener } from "../../../runtime/http/listen-http.ts"
import { createApp } from "../../../runtime/http/serve-http.ts"
import { createIds } from "../../../runtime/ids.ts"
import { createKey, readKey } from "../../../runtime/secrets.ts"
import { whenOver } from "../../kit/temp.ts"

const caller = (actor: string, accountId: string, vendorId: string | null = `${accountId}.ec.quito`): Caller => ({
  actor,
  keyId: actor,
  accountId,
  vendorId,
  scopes: [],
})
const KEYS: Record<string, Caller> = {
  acme: caller("key", "acme"),
  sister: caller("sister", "acme", "acme.ec.guayaquil"),
  account: caller("account", "acme", null),
  globex: caller("globex", "globex"),
}

const clock = createManualClock("2026-11-21T12:00:00.000Z")
const tokens = createAccessTokens({ secretKey: readKey(createKey()), clock })
const TOKEN = tokens.issue({ subject: "acme", stamp: "" })
const FOREIGN_TOKEN = createAccessTokens({ secretKey: readKey(createKey()), clock }).issue({
  subject: "acme",
  stamp: "",
})

let url: string

/** A server that answers who is asking, by the kind of credential that its path names. */
beforeAll(async () => {
  const app = createApp()
  app.get("/:kind", async (request, response) => {
    const kind = request.params.kind as CredentialKind
    const who = await recognise(CREDENTIALS[kind], request, {
      key: (key) => KEYS[key] ?? null,
      token: (token) => (tokens.read(token) ? caller("client", "acme") : null),
    })
    response.json("refused" in who ? who.refused : who.actor)
  })
  const labels = { ids: createIds({ clock }), rateLimiter: createLimits(0, clock) }
  const listener = createListener(app, { host: "127.0.0.1", port: 0, ...labels })
  await listener.start(new AbortController().signal)
  whenOver(() => listener.stop())
  url = listener.url()
})

const ask = async (kind: CredentialKind, headers: Record<string, string>) =>
  (await fetch(`${url}/${kind}`, { headers })).json()

const key = (name: string) => ({ "x-api-key": name })
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const CLIENT = { "x-client-channel": "integration", account: "acme" }

describe("the caller of a request", () => {
  test.each<[CredentialKind, string, Record<string, string>, string]>([
    ["key", "the key", key("acme"), "key"],
    ["key", "no key", {}, "UNAUTHORIZED"],
    ["key", "another key", key("nobody"), "UNAUTHORIZED"],
    ["key", "the key as Bearer", bearer("acme"), "UNAUTHORIZED"],
    ["key", "a token", bearer(TOKEN), "UNAUTHORIZED"],
    ["key", "a token as the key", key(TOKEN), "UNAUTHORIZED"],
    ["bearerKey", "the key", key("acme"), "key"],
    ["bearerKey", "the key as Bearer", bearer("acme"), "key"],
    ["bearerKey", "the key as bearer, written small", { authorization: "bearer acme" }, "key"],
    ["bearerKey", "another key as Bearer", bearer("nobody"), "UNAUTHORIZED"],
    ["bearerKey", "the key as Basic", { authorization: "Basic acme" }, "UNAUTHORIZED"],
    ["bearerKey", "an empty Bearer", { authorization: "Bearer " }, "UNAUTHORIZED"],
    ["bearerKey", "a token", bearer(TOKEN), "UNAUTHORIZED"],
    ["bearerKey", "a wrong key beside a right Bearer", { ...key("nobody"), ...bearer("acme") }, "UNAUTHORIZED"],
    ["anyBearer", "the key", key("acme"), "key"],
    ["anyBearer", "the key as Bearer", bearer("acme"), "key"],
    ["anyBearer", "a token", bearer(TOKEN), "client"],
    ["anyBearer", "a token that another hub signed", bearer(FOREIGN_TOKEN), "UNAUTHORIZED"],
    ["anyBearer", "nothing", {}, "UNAUTHORIZED"],
    ["client", "key, channel and account", { ...key("acme"), ...CLIENT }, "key"],
    ["client", "no key", CLIENT, "UNAUTHORIZED"],
    ["client", "no channel", { ...key("acme"), account: "acme" }, "UNAUTHORIZED"],
    ["client", "another channel", { ...key("acme"), ...CLIENT, "x-client-channel": "web" }, "UNAUTHORIZED"],
    ["client", "no account", { ...key("acme"), "x-client-channel": "integration" }, "UNAUTHORIZED"],
    ["client", "another account", { ...key("acme"), ...CLIENT, account: "globex" }, "FORBIDDEN"],
    ["fourHeaders", "all four", { ...key("acme"), ...CLIENT, ...bearer(TOKEN) }, "key"],
    ["fourHeaders", "no token", { ...key("acme"), ...CLIENT }, "UNAUTHORIZED"],
    ["fourHeaders", "the key in the token's place", { ...key("acme"), ...CLIENT, ...bearer("acme") }, "UNAUTHORIZED"],
    [
      "fourHeaders",
      "a token that another hub signed",
      { ...key("acme"), ...CLIENT, ...bearer(FOREIGN_TOKEN) },
      "UNAUTHORIZED",
    ],
    ["fourHeaders", "no key", { ...CLIENT, ...bearer(TOKEN) }, "UNAUTHORIZED"],
    ["fourHeaders", "no channel", { ...key("acme"), account: "acme", ...bearer(TOKEN) }, "UNAUTHORIZED"],
    [
      "fourHeaders",
      "no account",
      { ...key("acme"), "x-client-channel": "integration", ...bearer(TOKEN) },
      "UNAUTHORIZED",
    ],
    ["fourHeaders", "another account", { ...key("acme"), ...CLIENT, account: "globex", ...bearer(TOKEN) }, "FORBIDDEN"],
    ["fourHeaders", "another vendor's token", { ...key("sister"), ...CLIENT, ...bearer(TOKEN) }, "UNAUTHORIZED"],
    [
      "fourHeaders",
      "another account's token",
      { ...key("globex"), ...CLIENT, account: "globex", ...bearer(TOKEN) },
      "UNAUTHORIZED",
    ],
    ["fourHeaders", "a key of the account alone", { ...key("account"), ...CLIENT, ...bearer(TOKEN) }, "account"],
  ])("%s: %s", async (kind, _what, headers, answer) => {
    expect(await ask(kind, headers)).toBe(answer)
  })

  it("is forgotten once its token has expired", async () => {
    clock.advance(3600 * 1000)
    expect(await ask("anyBearer", bearer(TOKEN))).toBe("UNAUTHORIZED")
    expect(await ask("fourHeaders", { ...key("acme"), ...CLIENT, ...bearer(TOKEN) })).toBe("UNAUTHORIZED")
  })
})
