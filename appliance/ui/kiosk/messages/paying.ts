/** What a guest reads from the invoice to the number. */
import type { Message } from "../../../../ui/say.ts"

export const PAYING = {
  "buyer.title": { es: "¿Factura con sus datos?", pt: "CPF na nota?", en: "An invoice in your name?" },
  "buyer.text": {
    es: "Si no la necesita, siga sin llenar nada.",
    pt: "Se não precisar, siga sem preencher nada.",
    en: "If you need none, go on without filling anything in.",
  },
  "buyer.kind": { es: "Documento", pt: "Documento", en: "Document" },
  "buyer.number": { es: "Número de documento", pt: "Número do documento", en: "Document number" },
  "buyer.name": { es: "Nombre (para llamarle)", pt: "Nome (para chamar)", en: "Name (to call you)" },
  "buyer.email": { es: "Correo para la factura", pt: "E-mail para a nota", en: "E-mail for the invoice" },
  "buyer.wrongNumber": {
    es: "Este número no es de un {kind} válido. Revíselo, por favor.",
    pt: "Este número não é de um {kind} válido. Confira, por favor.",
    en: "This is not the number of a valid {kind}. Please check it.",
  },
  "buyer.wrongEmail": {
    es: "Este correo no parece completo.",
    pt: "Este e-mail não parece completo.",
    en: "This e-mail does not look complete.",
  },
  "buyer.skip": { es: "Sin factura a mi nombre", pt: "Sem dados na nota", en: "Without my details" },
  "pay.title": { es: "¿Cómo quiere pagar?", pt: "Como quer pagar?", en: "How would you like to pay?" },
  "pay.phone": { es: "Pagar aquí con el teléfono", pt: "Pagar aqui com o celular", en: "Pay here with your phone" },
  "pay.phoneHow": {
    es: "Escanee un código QR y pague en su teléfono.",
    pt: "Escaneie um código QR e pague no seu celular.",
    en: "Scan a QR code and pay on your phone.",
  },
  "pay.phoneOffline": {
    es: "Ahora no hay conexión para pagar aquí. Pague en el mostrador.",
    pt: "Agora não há conexão para pagar aqui. Pague no balcão.",
    en: "There is no connection to pay here now. Please pay at the counter.",
  },
  "pay.counter": { es: "Pagar en el mostrador", pt: "Pagar no balcão", en: "Pay at the counter" },
  "pay.counterHow": {
    es: "Le damos un número; pague en la caja con él.",
    pt: "Damos um número; pague no caixa com ele.",
    en: "We give you a number; pay with it at the counter.",
  },
  "send.sending": { es: "Guardando su pedido…", pt: "Salvando seu pedido…", en: "Saving your order…" },
  "send.again": {
    es: "La tienda tarda en responder. Seguimos intentando: su pedido se hará una sola vez.",
    pt: "A loja está demorando a responder. Continuamos tentando: seu pedido será feito uma só vez.",
    en: "The store is slow to answer. We keep trying: your order will be made only once.",
  },
  "send.staff": {
    es: "Avise a una persona de la tienda, por favor.",
    pt: "Avise uma pessoa da loja, por favor.",
    en: "Please tell somebody of the store.",
  },
  "link.number": { es: "Su número es {code}", pt: "Seu número é {code}", en: "Your number is {code}" },
  "link.asking": { es: "Preparando el pago…", pt: "Preparando o pagamento…", en: "Preparing the payment…" },
  "link.scan": { es: "Escanee para pagar {total}", pt: "Escaneie para pagar {total}", en: "Scan to pay {total}" },
  "link.waiting": { es: "Esperando el pago…", pt: "Aguardando o pagamento…", en: "Waiting for the payment…" },
  "link.offline": {
    es: "Ahora no hay conexión para pagar aquí. Su pedido está guardado: páguelo en el mostrador.",
    pt: "Agora não há conexão para pagar aqui. Seu pedido está salvo: pague no balcão.",
    en: "There is no connection to pay here now. Your order is saved: pay for it at the counter.",
  },
  "link.unknown": {
    es: "Perdimos la conexión y no vemos si su pago llegó. Si ya pagó, no pague otra vez: muestre su número en el mostrador.",
    pt: "Perdemos a conexão e não vemos se seu pagamento chegou. Se já pagou, não pague de novo: mostre seu número no balcão.",
    en: "We lost the connection and cannot see whether your payment arrived. If you have paid, do not pay again: show your number at the counter.",
  },
  "link.staff": {
    es: "Una persona de la tienda debe revisar este pago. Muestre su número en el mostrador.",
    pt: "Uma pessoa da loja precisa conferir este pagamento. Mostre seu número no balcão.",
    en: "Somebody of the store must look at this payment. Show your number at the counter.",
  },
  "link.rejected": {
    es: "No se pudo preparar el pago.",
    pt: "Não foi possível preparar o pagamento.",
    en: "The payment could not be prepared.",
  },
  "link.declined": {
    es: "El pago fue rechazado. No se le cobró nada.",
    pt: "O pagamento foi recusado. Nada foi cobrado.",
    en: "The payment was declined. Nothing was charged.",
  },
  "link.expired": {
    es: "El código venció sin pago.",
    pt: "O código venceu sem pagamento.",
    en: "The code expired without a payment.",
  },
  "link.again": { es: "Intentar de nuevo", pt: "Tentar de novo", en: "Try again" },
  "done.number": { es: "Su número", pt: "Seu número", en: "Your number" },
  "done.paid": { es: "Pagado. ¡Gracias!", pt: "Pago. Obrigado!", en: "Paid. Thank you!" },
  "done.wait": {
    es: "Le llamaremos por este número.",
    pt: "Chamaremos por este número.",
    en: "We will call this number.",
  },
  "done.counter": { es: "Pague en el mostrador", pt: "Pague no balcão", en: "Pay at the counter" },
  "done.counterDo": {
    es: "Diga este número en la caja. Preparamos su pedido cuando esté pagado.",
    pt: "Diga este número no caixa. Preparamos seu pedido quando estiver pago.",
    en: "Say this number at the counter. We prepare your order once it is paid.",
  },
  "done.paper.waiting": { es: "Imprimiendo su número…", pt: "Imprimindo seu número…", en: "Printing your number…" },
  "done.paper.printed": { es: "Tome su papel.", pt: "Pegue seu papel.", en: "Take your slip." },
  "done.paper.failed": {
    es: "No hay papel: recuerde este número.",
    pt: "Sem papel: lembre-se deste número.",
    en: "No paper: remember this number.",
  },
  "done.paper.none": { es: "Recuerde este número.", pt: "Lembre-se deste número.", en: "Remember this number." },
  "done.finish": { es: "Listo", pt: "Pronto", en: "Done" },
  "idle.title": { es: "¿Sigue ahí?", pt: "Você ainda está aí?", en: "Are you still there?" },
  "idle.text": {
    es: "Borraremos su pedido en {n} {n|segundo|segundos}.",
    pt: "Apagaremos seu pedido em {n} {n|segundo|segundos}.",
    en: "We will erase your order in {n} {n|second|seconds}.",
  },
  "idle.saved": {
    es: "Su pedido está guardado con el número {code}. La pantalla se cierra en {n} {n|segundo|segundos}.",
    pt: "Seu pedido está salvo com o número {code}. A tela fecha em {n} {n|segundo|segundos}.",
    en: "Your order is saved under the number {code}. This screen closes in {n} {n|second|seconds}.",
  },
  "idle.stay": { es: "Sigo aquí", pt: "Estou aqui", en: "I am here" },
} as const satisfies Record<string, Message>
