/** Messages of codes in an order's timeline: `value.<fact>.<code>`. */
import type { Message } from "../../../../ui/translate.ts"

/** A fiscal authority's rulings. */
const VERDICTS = {
  authorized: { es: "autorizado", pt: "autorizado", en: "authorized" },
  rejected: { es: "rechazado", pt: "rejeitado", en: "rejected" },
  denied: { es: "denegado", pt: "denegado", en: "denied" },
  error: { es: "con error", pt: "com erro", en: "failed" },
  cancelled: { es: "anulado", pt: "cancelado", en: "void" },
} as const satisfies Record<string, Message>

export const TIMELINE_VALUES = {
  "value.operation.ISSUE": { es: "emisión", pt: "emissão", en: "issue" },
  "value.operation.CANCEL": { es: "anulación", pt: "cancelamento", en: "void" },
  "value.mode.NORMAL": { es: "normal", pt: "normal", en: "normal" },
  "value.mode.CONTINGENCY": { es: "contingencia", pt: "contingência", en: "contingency" },
  "value.verdict.PENDING": { es: "pendiente", pt: "pendente", en: "pending" },
  "value.verdict.AUTHORIZED": VERDICTS.authorized,
  "value.verdict.REJECTED": VERDICTS.rejected,
  "value.verdict.DENIED": VERDICTS.denied,
  "value.verdict.ERROR": VERDICTS.error,
  "value.verdict.CANCELLED": VERDICTS.cancelled,
  "value.submission.none": { es: "no se envía", pt: "não se envia", en: "not sent" },
  "value.submission.waiting": { es: "espera su pedido", pt: "espera o seu pedido", en: "waits for its order" },
  "value.submission.handed": { es: "por enviar", pt: "por enviar", en: "to be sent" },
  "value.submission.submitted": { es: "enviado", pt: "enviado", en: "sent" },
  "value.submission.ruled": { es: "resuelto", pt: "decidido", en: "decided" },
  "value.state.queued": { es: "en cola", pt: "na fila", en: "queued" },
  "value.state.processing": { es: "en proceso", pt: "em andamento", en: "processing" },
  "value.state.retry": { es: "se intenta otra vez", pt: "nova tentativa", en: "will be retried" },
  "value.state.processed": { es: "hecho", pt: "feito", en: "done" },
  "value.state.ignored": { es: "sin efecto", pt: "sem efeito", en: "no effect" },
  "value.state.failed": { es: "falló", pt: "falhou", en: "failed" },
  "value.state.dead": { es: "abandonado", pt: "abandonado", en: "given up" },
  "value.step.order.preparing": { es: "en preparación", pt: "em preparo", en: "being prepared" },
  "value.step.order.ready": { es: "listo", pt: "pronto", en: "ready" },
  "value.step.order.dispatched": { es: "despachado", pt: "despachado", en: "dispatched" },
  "value.step.fiscal_graphic": { es: "representación gráfica", pt: "representação gráfica", en: "graphic" },
  "value.step.authorized": VERDICTS.authorized,
  "value.step.cancelled": VERDICTS.cancelled,
  "value.step.rejected": VERDICTS.rejected,
  "value.step.denied": VERDICTS.denied,
  "value.step.error": VERDICTS.error,
  "value.unmoved.same_stage": { es: "ya estaba ahí", pt: "já estava ali", en: "already at this step" },
  "value.unmoved.regression": { es: "ya estaba más lejos", pt: "já estava adiante", en: "already past this step" },
  "value.settled.replayed": { es: "aplicada después", pt: "aplicada depois", en: "applied later" },
  "value.settled.dismissed": { es: "descartada", pt: "descartada", en: "dismissed" },
} as const satisfies Record<string, Message>
