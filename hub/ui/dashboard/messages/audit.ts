/** What people did at headquarters, and the kinds by which the list of it is narrowed. */
import type { AuditRoom, PersonAction } from "../../../../protocol/http/admin/audit.ts"
import type { Message } from "../../../../ui/say.ts"

const ACTIONS: Readonly<Record<`audit.did.${PersonAction}`, Message>> = {
  "audit.did.attention.replay": { es: "Repitió lo atascado", pt: "Repetiu o que parou", en: "Did it once more" },
  "audit.did.attention.void": { es: "Anuló un documento", pt: "Cancelou um documento", en: "Voided a document" },
  "audit.did.attention.dismiss": { es: "Lo dio por resuelto", pt: "Deu por resolvido", en: "Dismissed it" },
  "audit.did.boxes.claim": { es: "Asignó un equipo", pt: "Atribuiu um equipamento", en: "Claimed a box" },
  "audit.did.clients.create": { es: "Creó un cliente", pt: "Criou um cliente", en: "Created a client" },
  "audit.did.clients.rotate": { es: "Cambió un secreto", pt: "Trocou um segredo", en: "Rotated a client's secret" },
  "audit.did.clients.revoke": { es: "Revocó un cliente", pt: "Revogou um cliente", en: "Revoked a client" },
  "audit.did.keys.create": { es: "Creó una clave", pt: "Criou uma chave", en: "Created a key" },
  "audit.did.keys.rotate": { es: "Cambió una clave", pt: "Trocou uma chave", en: "Rotated a key" },
  "audit.did.keys.revoke": { es: "Revocó una clave", pt: "Revogou uma chave", en: "Revoked a key" },
  "audit.did.menus.publish": { es: "Publicó un menú", pt: "Publicou um cardápio", en: "Published a menu" },
  "audit.did.menus.release": {
    es: "Dio por fallida una publicación",
    pt: "Deu por falhada uma publicação",
    en: "Counted a publication as failed",
  },
  "audit.did.methods.set": {
    es: "Cambió una forma de pago",
    pt: "Mudou uma forma de pagamento",
    en: "Changed a payment method",
  },
  "audit.did.people.invite": { es: "Invitó a una persona", pt: "Convidou uma pessoa", en: "Invited a person" },
  "audit.did.people.link": { es: "Dio un enlace nuevo", pt: "Deu um link novo", en: "Gave a new link" },
  "audit.did.people.change": { es: "Cambió a una persona", pt: "Mudou uma pessoa", en: "Changed a person" },
  "audit.did.people.disable": { es: "Quitó el acceso", pt: "Tirou o acesso", en: "Shut a person out" },
  "audit.did.people.enable": { es: "Devolvió el acceso", pt: "Devolveu o acesso", en: "Let a person in again" },
  "audit.did.provisioning.apply": { es: "Aplicó un archivo", pt: "Aplicou um arquivo", en: "Applied a file" },
  "audit.did.session.sign-in": { es: "Entró", pt: "Entrou", en: "Signed in" },
  "audit.did.session.use-link": { es: "Entró por un enlace", pt: "Entrou por um link", en: "Signed in by a link" },
  "audit.did.session.change-password": {
    es: "Cambió su contraseña",
    pt: "Trocou a senha",
    en: "Changed the password",
  },
  "audit.did.session.sign-out": { es: "Salió", pt: "Saiu", en: "Signed out" },
  "audit.did.session.sign-out-everywhere": {
    es: "Salió de todas partes",
    pt: "Saiu de todos os lugares",
    en: "Signed out everywhere",
  },
  "audit.did.updates.halt": { es: "Detuvo un anillo", pt: "Parou um anel", en: "Halted a ring" },
  "audit.did.updates.resume": { es: "Dejó seguir un anillo", pt: "Liberou um anel", en: "Let a ring go on" },
  "audit.did.updates.ring": {
    es: "Puso una tienda en otro anillo",
    pt: "Pôs uma loja em outro anel",
    en: "Put a store into a ring",
  },
  "audit.did.webhooks.create": { es: "Creó un destino", pt: "Criou um destino", en: "Created an endpoint" },
  "audit.did.webhooks.change": { es: "Cambió un destino", pt: "Mudou um destino", en: "Changed an endpoint" },
  "audit.did.webhooks.rotate": {
    es: "Cambió el secreto de un destino",
    pt: "Trocou o segredo de um destino",
    en: "Rotated an endpoint's secret",
  },
  "audit.did.webhooks.pause": { es: "Pausó un destino", pt: "Pausou um destino", en: "Paused an endpoint" },
  "audit.did.webhooks.resume": { es: "Reanudó un destino", pt: "Retomou um destino", en: "Resumed an endpoint" },
  "audit.did.webhooks.test": { es: "Envió una prueba", pt: "Enviou um teste", en: "Sent a test" },
  "audit.did.webhooks.resend": { es: "Reenvió un evento", pt: "Reenviou um evento", en: "Sent an event again" },
  "audit.did.webhooks.replay": {
    es: "Reenvió los eventos de un tiempo",
    pt: "Reenviou os eventos de um período",
    en: "Sent a time's events again",
  },
}

const ROOMS: Readonly<Record<`audit.room.${AuditRoom}`, Message>> = {
  "audit.room.attention": { es: "Por atender", pt: "A atender", en: "Needs a person" },
  "audit.room.boxes": { es: "Equipos", pt: "Equipamentos", en: "Boxes" },
  "audit.room.clients": { es: "Clientes de la API", pt: "Clientes da API", en: "API clients" },
  "audit.room.keys": { es: "Claves", pt: "Chaves", en: "Keys" },
  "audit.room.menus": { es: "Menús", pt: "Cardápios", en: "Menus" },
  "audit.room.methods": { es: "Formas de pago", pt: "Formas de pagamento", en: "Payment methods" },
  "audit.room.people": { es: "Personas", pt: "Pessoas", en: "People" },
  "audit.room.provisioning": { es: "Aprovisionamiento", pt: "Provisionamento", en: "Provisioning" },
  "audit.room.session": { es: "Entradas y salidas", pt: "Entradas e saídas", en: "Sessions" },
  "audit.room.updates": { es: "Versiones", pt: "Versões", en: "Versions" },
  "audit.room.webhooks": { es: "Webhooks", pt: "Webhooks", en: "Webhooks" },
}

export const AUDIT = { ...ACTIONS, ...ROOMS }
