/** Messages of every page, and reasons of refused requests. */
import type { Message } from "../translate.ts"

export const COMMON = {
  "common.retry": { es: "Reintentar", pt: "Tentar de novo", en: "Try again" },
  "common.close": { es: "Cerrar", pt: "Fechar", en: "Close" },
  "common.broken": {
    es: "Esta pantalla se detuvo por un fallo",
    pt: "Esta tela parou por uma falha",
    en: "This screen stopped because of a fault",
  },
  "common.brokenText": {
    es: "Lo guardado sigue guardado.",
    pt: "O que estava salvo continua salvo.",
    en: "What was saved stays saved.",
  },
  "common.brokenAgain": {
    es: "Se carga de nuevo sola en {time}.",
    pt: "Ela recarrega sozinha em {time}.",
    en: "It loads again by itself in {time}.",
  },
  "common.reload": { es: "Cargar ahora", pt: "Carregar agora", en: "Load now" },
  "common.sure": { es: "¿Seguro? Toque otra vez", pt: "Certeza? Toque de novo", en: "Sure? Tap again" },
  "common.erase": { es: "Borrar", pt: "Apagar", en: "Erase" },
  "common.language": { es: "Idioma", pt: "Idioma", en: "Language" },
  "colors.label": { es: "Colores", pt: "Cores", en: "Colours" },
  "colors.light": { es: "Claro", pt: "Claro", en: "Light" },
  "colors.dark": { es: "Oscuro", pt: "Escuro", en: "Dark" },
  "colors.auto": { es: "Automático", pt: "Automático", en: "Automatic" },
  "common.notAnAmount": {
    es: "Escriba un monto, por ejemplo 12,50",
    pt: "Digite um valor, por exemplo 12,50",
    en: "Type an amount, for example 12.50",
  },
  "explain.unreachable": {
    es: "El equipo de la tienda no responde. Nada se ha perdido: revise la red e intente de nuevo.",
    pt: "O equipamento da loja não responde. Nada se perdeu: verifique a rede e tente de novo.",
    en: "The store's box does not answer. Nothing is lost: check the network and try again.",
  },
  "explain.silent": {
    es: "El equipo no contestó a tiempo. Puede repetir sin riesgo: no se hará dos veces.",
    pt: "O equipamento não respondeu a tempo. Pode repetir sem risco: não será feito duas vezes.",
    en: "The box did not answer in time. It is safe to repeat: it will not be done twice.",
  },
  "explain.refused": {
    es: "El equipo no lo aceptó.",
    pt: "O equipamento não aceitou.",
    en: "The box did not accept this.",
  },
  "refusal.VALIDATION_ERROR": {
    es: "Falta algo o hay un dato que no es válido.",
    pt: "Falta algo ou há um dado inválido.",
    en: "Something is missing or not valid.",
  },
  "refusal.AMOUNT_MISMATCH": {
    es: "Los pagos no suman el total. No se cobró nada: revise los montos.",
    pt: "Os pagamentos não somam o total. Nada foi cobrado: confira os valores.",
    en: "The payments do not add up to the total. Nothing was charged: check the amounts.",
  },
  "refusal.NOT_FOUND": {
    es: "No se encontró. Puede que el código haya caducado o que ya no exista.",
    pt: "Não encontrado. O código pode ter expirado ou não existe mais.",
    en: "Not found. The code may have expired, or it no longer exists.",
  },
  "refusal.CONFLICT": {
    es: "Ya no se puede: algo cambió mientras tanto.",
    pt: "Não é mais possível: algo mudou nesse meio-tempo.",
    en: "No longer possible: something has changed in the meantime.",
  },
  "refusal.ORDER_NOT_OPEN": {
    es: "Este pedido ya no está abierto: se cobró o se cerró antes. No cobre de nuevo.",
    pt: "Este pedido não está mais aberto: foi cobrado ou fechado antes. Não cobre de novo.",
    en: "This order is no longer open: it was paid or closed before. Do not charge again.",
  },
  "refusal.FISCAL_NUMBERING_FAILED": {
    es: "La venta no obtuvo su número fiscal y no quedó cobrada. Devuelva el dinero al cliente y avise a la central.",
    pt: "A venda não obteve número fiscal e não foi cobrada. Devolva o dinheiro ao cliente e avise a central.",
    en: "The sale got no fiscal number and was not charged. Give the customer the money back and tell the back office.",
  },
  "refusal.PRINT_DAY_NOT_CLOSED": {
    es: "El día sigue abierto. Ciérrelo primero y luego imprima.",
    pt: "O dia ainda está aberto. Feche-o primeiro e depois imprima.",
    en: "The day is still open. Close it first, then print.",
  },
  "refusal.UNAUTHORIZED": {
    es: "Esta caja ya no tiene permiso. Emparéjela de nuevo.",
    pt: "Este caixa não tem mais permissão. Pareie de novo.",
    en: "This register is no longer admitted. Pair it again.",
  },
  "refusal.FORBIDDEN": {
    es: "Esta caja no tiene permiso para esto.",
    pt: "Este caixa não tem permissão para isso.",
    en: "This register may not do this.",
  },
  "refusal.REQUEST_TIMEOUT": {
    es: "La conexión es muy lenta: no se hizo nada. Intente de nuevo.",
    pt: "A conexão está muito lenta: nada foi feito. Tente novamente.",
    en: "The connection is too slow: nothing was done. Try again.",
  },
  "refusal.RATE_LIMITED": {
    es: "Demasiadas solicitudes. Espere unos segundos.",
    pt: "Muitas solicitações. Espere alguns segundos.",
    en: "Too many requests. Wait a few seconds.",
  },
  "refusal.INTERNAL_SERVER_ERROR": {
    es: "El equipo tuvo un problema. Intente de nuevo; si sigue, llame a soporte.",
    pt: "O equipamento teve um problema. Tente de novo; se continuar, chame o suporte.",
    en: "The box had a problem. Try again; if it persists, call support.",
  },
  "refusal.SERVICE_UNAVAILABLE": {
    es: "El equipo está ocupado. Intente de nuevo en unos segundos.",
    pt: "O equipamento está ocupado. Tente de novo em alguns segundos.",
    en: "The box is busy. Try again in a few seconds.",
  },
  "field.reason": {
    es: "Hay más dinero del esperado. Con un sobrante solo se acepta el motivo «Otro»; su conteo sigue aquí.",
    pt: "Há mais dinheiro do que o esperado. Com sobra, só se aceita o motivo “Outro”; a sua contagem continua aqui.",
    en: "There is more money than expected. With an overage only the reason “Other” is accepted; your count is still here.",
  },
  "field.withdrawals": {
    es: "Los retiros superan el fondo y las ventas en efectivo del turno. Revise los retiros.",
    pt: "As retiradas superam o fundo e as vendas em dinheiro do turno. Confira as retiradas.",
    en: "The withdrawals are more than the float and the cash sales of the shift. Check the withdrawals.",
  },
  "field.operatorUid": {
    es: "Este cajero no tiene ventas, pero se contó dinero de ventas. Revise el conteo.",
    pt: "Este operador não tem vendas, mas foi contado dinheiro de vendas. Confira a contagem.",
    en: "This cashier has no sales, but money from sales was counted. Check the count.",
  },
  "field.amount": {
    es: "El monto no es válido: use como máximo dos decimales.",
    pt: "O valor não é válido: use no máximo duas casas decimais.",
    en: "The amount is not valid: use at most two decimals.",
  },
  "field.openingBalance": {
    es: "El fondo no es válido: use como máximo dos decimales.",
    pt: "O fundo não é válido: use no máximo duas casas decimais.",
    en: "The float is not valid: use at most two decimals.",
  },
  "field.notes": {
    es: "Con la categoría «Otro» hay que escribir una nota.",
    pt: "Com a categoria “Outro” é preciso escrever uma nota.",
    en: "With the category “Other” a note is needed.",
  },
  "field.shiftEnd": {
    es: "El turno acaba de abrirse. Espere un momento y cierre de nuevo.",
    pt: "O turno acabou de abrir. Espere um momento e feche de novo.",
    en: "The shift has only just opened. Wait a moment and close again.",
  },
} as const satisfies Record<string, Message>
