/** Words of a new version of the box: what waits, for what, and how the latest one ended. */
import type { Message } from "../../../../ui/translate.ts"

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
    es: "La versión {version} no se acepta.",
    pt: "A versão {version} não é aceita.",
    en: "Version {version} is not taken.",
  },
  "update.refusedUnread": {
    es: "La versión que se ofrece no se acepta.",
    pt: "A versão oferecida não é aceita.",
    en: "The version that is offered is not taken.",
  },
  "update.fault.NO_ROOM": {
    es: "El disco del equipo no tiene espacio: hay que liberar algo. Después sigue sola.",
    pt: "O disco do equipamento não tem espaço: é preciso liberar algum. Depois continua sozinha.",
    en: "The disk of the box has no room for it: make some. Then it goes on by itself.",
  },
  "update.fault.LINE": {
    es: "Ahora no se puede descargar: se sigue intentando. Si dura, revise la internet de la tienda.",
    pt: "Agora não dá para baixar: continua tentando. Se durar, verifique a internet da loja.",
    en: "It cannot be fetched just now: it is tried again. If it lasts, look at the store's internet.",
  },
  "update.fault.OTHER_ARCHIVE": {
    es: "Lo que se descarga no es lo que se firmó: avise a quien publica las versiones. Se intenta cada hora.",
    pt: "O que se baixa não é o que foi assinado: avise quem publica as versões. Tenta-se a cada hora.",
    en: "What is fetched is not what was signed: tell whoever publishes versions. It is tried each hour.",
  },
  "update.fault.CLOCK": {
    es: "El reloj del equipo está atrasado: corríjalo.",
    pt: "O relógio do equipamento está atrasado: corrija-o.",
    en: "The clock of the box is behind: put it right.",
  },
  "update.fault.KEYS": {
    es: "Las llaves con las que este equipo revisa las versiones no se pueden leer: llame a soporte.",
    pt: "As chaves com que este equipamento confere as versões não podem ser lidas: chame o suporte.",
    en: "The keys by which this box checks versions cannot be read: call support.",
  },
  "update.fault.SIGNATURE": {
    es: "Ninguna llave de este equipo la firmó: avise a quien publica las versiones.",
    pt: "Nenhuma chave deste equipamento a assinou: avise quem publica as versões.",
    en: "No key of this box has signed it: tell whoever publishes versions.",
  },
  "update.fault.OTHER_PLATFORM": {
    es: "Es para otra clase de equipo.",
    pt: "É para outro tipo de equipamento.",
    en: "It is for another kind of machine.",
  },
  "update.fault.EXPIRED": {
    es: "Su firma ya venció: hay que firmarla de nuevo.",
    pt: "A assinatura dela venceu: é preciso assinar de novo.",
    en: "Its signature has run out: it has to be signed again.",
  },
  "update.fault.SUPERSEDED": {
    es: "Se firmó antes que otra que ya estuvo aquí.",
    pt: "Foi assinada antes de outra que já esteve aqui.",
    en: "It was signed before another one that was here.",
  },
  "update.fault.OLDER_VERSION": {
    es: "Es anterior a la que está instalada.",
    pt: "É anterior à que está instalada.",
    en: "It is older than the one that runs.",
  },
  "update.fault.TOO_OLD_TO_JUMP": {
    es: "Antes tiene que entrar otra versión.",
    pt: "Antes dela tem de entrar outra versão.",
    en: "Another version must go in first.",
  },
  "update.fault.FAILED_HERE": {
    es: "Ya se probó aquí y no pasó: se espera la próxima.",
    pt: "Já foi testada aqui e não passou: espera-se a próxima.",
    en: "It was tried here and did not pass: the next one is waited for.",
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
  "update.why": { es: "Por qué, para soporte:", pt: "Por quê, para o suporte:", en: "Why, for support:" },
  "update.kept": {
    es: "La versión {version} no pasó su prueba, pero ya vendió y se queda: llame a soporte.",
    pt: "A versão {version} não passou no teste, mas já vendeu e fica: chame o suporte.",
    en: "Version {version} did not pass its test, but has sold and stays: call support.",
  },
} as const satisfies Record<string, Message>
