/** Words of a new version of the box: what waits, for what, and how the latest one ended. */
import type { Message } from "../../../../ui/say.ts"

export const UPDATE = {
  "update.title": { es: "Versión nueva", pt: "Versão nova", en: "New version" },
  "update.fetching": {
    es: "La versión {version} se está descargando.",
    pt: "A versão {version} está sendo baixada.",
    en: "Version {version} is being fetched.",
  },
  "update.waiting": {
    es: "La versión {version} está lista y entra sola.",
    pt: "A versão {version} está pronta e entra sozinha.",
    en: "Version {version} is ready and goes in by itself.",
  },
  "update.asked": {
    es: "La versión {version} está entrando: el equipo se reinicia en unos segundos.",
    pt: "A versão {version} está entrando: o equipamento reinicia em alguns segundos.",
    en: "Version {version} is going in: the box restarts within seconds.",
  },
  "update.refused": {
    es: "La versión {version} no se acepta: {why}",
    pt: "A versão {version} não é aceita: {why}",
    en: "Version {version} is not taken: {why}",
  },
  "update.OPEN_ORDERS": {
    es: "Espera los pedidos abiertos.",
    pt: "Espera os pedidos abertos.",
    en: "It waits for open orders.",
  },
  "update.SPOOL": { es: "Espera las impresiones.", pt: "Espera as impressões.", en: "It waits for papers." },
  "update.PAYMENTS": {
    es: "Espera pagos en duda.",
    pt: "Espera pagamentos em dúvida.",
    en: "It waits for payments in doubt.",
  },
  "update.HOURS": {
    es: "Espera que la tienda cierre.",
    pt: "Espera a loja fechar.",
    en: "It waits until the store is closed.",
  },
  "update.now": { es: "Instalar ya", pt: "Instalar já", en: "Put it in now" },
  "update.stale": {
    es: "Hace mucho que nadie confirma que no hay una versión más nueva.",
    pt: "Faz tempo que ninguém confirma que não há versão mais nova.",
    en: "Nobody has vouched lately that there is no newer version.",
  },
  "update.went_back": {
    es: "La versión {version} no pasó su prueba: sigue la anterior.",
    pt: "A versão {version} não passou no teste: continua a anterior.",
    en: "Version {version} did not pass its test: the one before goes on.",
  },
  "update.kept": {
    es: "La versión {version} no pasó su prueba, pero ya vendió y se queda: llame a soporte.",
    pt: "A versão {version} não passou no teste, mas já vendeu e fica: chame o suporte.",
    en: "Version {version} did not pass its test, but has sold and stays: call support.",
  },
} as const satisfies Record<string, Message>
