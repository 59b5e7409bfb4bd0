/** Messages: names of printed documents. */
import type { Message } from "../translate.ts"

export const DOCUMENTS = {
  "document.day_close": { es: "Cierre del día", pt: "Fechamento do dia", en: "Day close" },
  "document.receipt": { es: "Recibo", pt: "Recibo", en: "Receipt" },
  "document.shift_slip": { es: "Comprobante de turno", pt: "Comprovante de turno", en: "Shift slip" },
  "document.test_page": { es: "Página de prueba", pt: "Página de teste", en: "Test page" },
  "document.kitchen_ticket": { es: "Comanda de cocina", pt: "Comanda da cozinha", en: "Kitchen ticket" },
  "document.cancellation_slip": {
    es: "Comprobante de anulación",
    pt: "Comprovante de cancelamento",
    en: "Cancellation slip",
  },
  "document.refund_slip": {
    es: "Comprobante de devolución",
    pt: "Comprovante de devolução",
    en: "Refund slip",
  },
  "document.kiosk_locator": { es: "Código del kiosco", pt: "Código do totem", en: "Order code of the kiosk" },
  "document.code_pages": { es: "Prueba de letras", pt: "Teste de letras", en: "Code page test" },
  "document.setup_claim": { es: "Código del equipo", pt: "Código do equipamento", en: "Code of this box" },
  "document.setup_certificate": {
    es: "Certificado de instalación",
    pt: "Certificado de instalação",
    en: "Installation certificate",
  },
  "document.drawer": { es: "Apertura del cajón", pt: "Abertura da gaveta", en: "Drawer opening" },
  "job.copy": { es: "copia {n}", pt: "cópia {n}", en: "copy {n}" },
} as const satisfies Record<string, Message>
