/** Messages: updates of the box and how the latest one ended. */
import type { Message } from "../../../../ui/translate.ts"

export const UPDATE = {
  "update.title": { es: "Versión nueva", pt: "Versão nova", en: "New version" },
  "update.fetching": {
    es: "La versión {version} se está descargando.",
    pt: "A versão {version} está sendo baixada.",
    en: "Version {version} is being downloaded.",
  },
  "update.waiting": {
    es: "La versión {version} está lista y se instala sola.",
    pt: "A versão {version} está pronta e será instalada sozinha.",
    en: "Version {version} is ready and will be installed automatically.",
  },
  "update.asked": {
    es: "La versión {version} se está instalando: el equipo se reinicia en unos segundos.",
    pt: "A versão {version} está sendo instalada: o equipamento reinicia em alguns segundos.",
    en: "Version {version} is being installed: the box restarts within seconds.",
  },
  "update.refused": {
    es: "La versión {version} no se acepta.",
    pt: "A versão {version} não é aceita.",
    en: "Version {version} is not accepted.",
  },
  "update.refusedUnread": {
    es: "La versión que se ofrece no se acepta.",
    pt: "A versão oferecida não é aceita.",
    en: "The offered version is not accepted.",
  },
  "update.fault.NO_ROOM": {
    es: "El disco del equipo no tiene espacio: hay que liberar algo. Después sigue sola.",
    pt: "O disco do equipamento não tem espaço: é preciso liberar algum. Depois continua sozinha.",
    en: "The box's disk is full: free some space. Then the update continues by itself.",
  },
  "update.fault.LINE": {
    es: "Ahora no se puede descargar: se sigue intentando. Si dura, revise la internet de la tienda.",
    pt: "Agora não dá para baixar: continua tentando. Se durar, verifique a internet da loja.",
    en: "It cannot be downloaded now and will be tried again. If this lasts, check the store's internet.",
  },
  "update.fault.OTHER_ARCHIVE": {
    es: "Lo que se descarga no es lo que se firmó: avise a quien publica las versiones. Se intenta cada hora.",
    pt: "O que se baixa não é o que foi assinado: avise quem publica as versões. Tenta-se a cada hora.",
    en: "The downloaded file is not the signed one: tell the people who publish versions. It is tried again each hour.",
  },
  "update.fault.CLOCK": {
    es: "El reloj del equipo está atrasado: corríjalo.",
    pt: "O relógio do equipamento está atrasado: corrija-o.",
    en: "The box's clock is slow: set it.",
  },
  "update.fault.KEYS": {
    es: "Las claves con las que este equipo revisa las versiones no se pueden leer: llame a soporte.",
    pt: "As chaves com que este equipamento confere as versões não podem ser lidas: chame o suporte.",
    en: "The keys with which this box checks versions cannot be read: call support.",
  },
  "update.fault.SIGNATURE": {
    es: "Ninguna clave de este equipo la firmó: avise a quien publica las versiones.",
    pt: "Nenhuma chave deste equipamento a assinou: avise quem publica as versões.",
    en: "It is not signed with a key that this box knows: tell the people who publish versions.",
  },
  "update.fault.OTHER_PLATFORM": {
    es: "Es para otra clase de equipo.",
    pt: "É para outro tipo de equipamento.",
    en: "It is for another kind of box.",
  },
  "update.fault.EXPIRED": {
    es: "Su firma ya venció: hay que firmarla de nuevo.",
    pt: "A assinatura dela venceu: é preciso assinar de novo.",
    en: "Its signature has expired: it must be signed again.",
  },
  "update.fault.SUPERSEDED": {
    es: "Se firmó antes que otra que ya estuvo aquí.",
    pt: "Foi assinada antes de outra que já esteve aqui.",
    en: "It was signed earlier than a version that was installed here.",
  },
  "update.fault.OLDER_VERSION": {
    es: "Es anterior a la que está instalada.",
    pt: "É anterior à que está instalada.",
    en: "It is older than the installed version.",
  },
  "update.fault.TOO_OLD_TO_JUMP": {
    es: "Antes hay que instalar otra versión.",
    pt: "Antes dela é preciso instalar outra versão.",
    en: "Another version must be installed first.",
  },
  "update.fault.FAILED_HERE": {
    es: "Ya se probó aquí y no pasó: se espera la próxima.",
    pt: "Já foi testada aqui e não passou: espera-se a próxima.",
    en: "It failed on this box before: the box waits for the next version.",
  },
  "update.OPEN_ORDERS": {
    es: "Espera los pedidos abiertos.",
    pt: "Espera os pedidos abertos.",
    en: "It waits for open orders.",
  },
  "update.SPOOL": { es: "Espera las impresiones.", pt: "Espera as impressões.", en: "It waits for prints." },
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
  "update.now": { es: "Instalar ya", pt: "Instalar já", en: "Install now" },
  "update.stale": {
    es: "Hace mucho que nadie confirma que no hay una versión más nueva.",
    pt: "Faz tempo que ninguém confirma que não há versão mais nova.",
    en: "It has not been confirmed for a long time that there is no newer version.",
  },
  "update.went_back": {
    es: "La versión {version} no pasó su prueba: sigue la anterior.",
    pt: "A versão {version} não passou no teste: continua a anterior.",
    en: "Version {version} failed its test: the previous one is running.",
  },
  "update.why": { es: "Por qué, para soporte:", pt: "Por quê, para o suporte:", en: "Why, for support:" },
  "update.kept": {
    es: "La versión {version} no pasó su prueba, pero ya vendió y se queda: llame a soporte.",
    pt: "A versão {version} não passou no teste, mas já vendeu e fica: chame o suporte.",
    en: "Version {version} failed its test, but has already sold and stays: call support.",
  },
} as const satisfies Record<string, Message>
