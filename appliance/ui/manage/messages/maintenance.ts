/** Messages: the box's disk, backups and clock, and the support bundle. */
import type { Message } from "../../../../ui/translate.ts"

export const MAINTENANCE = {
  "maintenance.title": { es: "Este equipo", pt: "Este equipamento", en: "This box" },
  "maintenance.disk": { es: "Disco libre", pt: "Disco livre", en: "Free disk" },
  "maintenance.free": { es: "{free} de {total} GB", pt: "{free} de {total} GB", en: "{free} of {total} GB" },
  "maintenance.backup": { es: "Última copia", pt: "Última cópia", en: "Last backup" },
  "maintenance.noBackup": { es: "Todavía ninguna", pt: "Ainda nenhuma", en: "None yet" },
  "maintenance.diskFull": {
    es: "El disco está lleno: libere espacio o llame a soporte. Nada de lo vendido se pierde.",
    pt: "O disco está cheio: libere espaço ou chame o suporte. Nada do que foi vendido se perde.",
    en: "The disk is full: free some space or call support. No sale is lost.",
  },
  "maintenance.diskLow": {
    es: "Queda poco disco: se borró lo viejo. Se sigue vendiendo; avise a soporte.",
    pt: "Resta pouco disco: o antigo foi apagado. As vendas continuam; avise o suporte.",
    en: "The disk is nearly full, so old data was deleted. You can keep selling; tell support.",
  },
  "maintenance.backupFailed": {
    es: "La última copia falló; se intenta de nuevo. Avise a soporte si sigue así.",
    pt: "A última cópia falhou; será tentada de novo. Avise o suporte se continuar.",
    en: "The last backup failed and will be tried again. Tell support if this lasts.",
  },
  "maintenance.backupOld": {
    es: "La última copia es de hace más de un día.",
    pt: "A última cópia tem mais de um dia.",
    en: "The last backup is more than a day old.",
  },
  "maintenance.restored": {
    es: "La base de datos estaba dañada y se restauró de una copia. Revise las impresiones dudosas.",
    pt: "O banco de dados estava danificado e foi restaurado de uma cópia. Confira as impressões em dúvida.",
    en: "The database was damaged and was restored from a backup. Check the unknown prints.",
  },
  "maintenance.clockJumped": {
    es: "El reloj del equipo saltó. El día abierto sigue igual; revise la hora.",
    pt: "O relógio do equipamento pulou. O dia aberto continua o mesmo; confira a hora.",
    en: "The box's clock jumped. The open day stays as it is; check the time.",
  },
  "maintenance.bundle": {
    es: "Guardar archivo para soporte",
    pt: "Salvar arquivo para o suporte",
    en: "Save a file for support",
  },
  "maintenance.bundleSays": {
    es: "Lo que pasó en el último día, sin clientes, personas ni claves.",
    pt: "O que aconteceu no último dia, sem clientes, pessoas nem senhas.",
    en: "Events of the last day, without data of buyers and staff, and without keys.",
  },
} as const satisfies Record<string, Message>
