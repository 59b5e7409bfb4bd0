/** Messages: opening day and shift, the status bar, the fault banner. */
import type { Message } from "../../../../ui/translate.ts"

export const REGISTER = {
  "nav.label": { es: "Secciones", pt: "Seções", en: "Sections" },
  "nav.sell": { es: "Vender", pt: "Vender", en: "Sell" },
  "nav.orders": { es: "Pedidos", pt: "Pedidos", en: "Orders" },
  "nav.drawer": { es: "Cajón", pt: "Gaveta", en: "Drawer" },
  "nav.day": { es: "Día", pt: "Dia", en: "Day" },
  "nav.settings": { es: "Ajustes de esta caja", pt: "Ajustes deste caixa", en: "Settings of this register" },
  "settings.autoReceipt": {
    es: "Imprimir el recibo después de cada venta",
    pt: "Imprimir o recibo depois de cada venda",
    en: "Print the receipt after every sale",
  },
  "settings.forget": { es: "Desconectar esta caja", pt: "Desconectar este caixa", en: "Disconnect this register" },
  "settings.forgetHelp": {
    es: "Para desconectarla hay que cerrar el turno. Para volver a vender hará falta un código nuevo.",
    pt: "Para desconectá-lo é preciso fechar o turno. Para voltar a vender será preciso um código novo.",
    en: "To disconnect it, close the shift first. A new code is needed to sell again.",
  },
  "signIn.title": { es: "¿Quién trabaja aquí?", pt: "Quem trabalha aqui?", en: "Who works here?" },
  "signIn.text": {
    es: "Elija su nombre y escriba su PIN. Lo que autorice, anule o saque del cajón queda a su nombre.",
    pt: "Escolha o seu nome e digite o PIN. O que autorizar, cancelar ou retirar da gaveta fica no seu nome.",
    en: "Choose your name and type your PIN. What you allow, cancel or take from the drawer is recorded under your name.",
  },
  "signIn.shiftOf": {
    es: "El turno abierto es de {name}: lo que se venda va a ese turno y a su cajón.",
    pt: "O turno aberto é de {name}: o que se vender vai para esse turno e sua gaveta.",
    en: "The open shift is {name}'s: what is sold goes to that shift and its drawer.",
  },
  "nav.drawerOf": { es: "Turno de {name}", pt: "Turno de {name}", en: "Shift of {name}" },
  "signIn.leave": { es: "Cambiar de persona", pt: "Trocar de pessoa", en: "Change person" },
  "openDay.title": { es: "El día está cerrado", pt: "O dia está fechado", en: "The day is closed" },
  "openDay.text": {
    es: "Abra el día de {store} para empezar a vender.",
    pt: "Abra o dia de {store} para começar a vender.",
    en: "Open the day at {store} to start selling.",
  },
  "openDay.submit": { es: "Abrir el día", pt: "Abrir o dia", en: "Open the day" },
  "openDay.submitDate": { es: "Abrir el {date}", pt: "Abrir {date}", en: "Open {date}" },
  "openDay.clocks": {
    es: "Esta tienda dice que hoy es {today}; la central, {hub}.",
    pt: "Esta loja diz que hoje é {today}; a central, {hub}.",
    en: "The store's date is {today}; the back office's date is {hub}.",
  },
  "openDay.isClosed": {
    es: "El {date} ya se cerró.",
    pt: "O dia {date} já foi fechado.",
    en: "{date} was closed already.",
  },
  "openDay.which": {
    es: "¿Qué fecha llevarán las ventas?",
    pt: "Que data terão as vendas?",
    en: "Which date should the sales have?",
  },
  "openDay.lastDay": { es: "Ver el último cierre", pt: "Ver o último fechamento", en: "See the last close" },
  "openShift.title": { es: "Abra su turno", pt: "Abra o seu turno", en: "Open your shift" },
  "openShift.day": { es: "Día {date}", pt: "Dia {date}", en: "Day {date}" },
  "openShift.name": { es: "Su nombre", pt: "Seu nome", en: "Your name" },
  "openShift.uid": { es: "Su código", pt: "Seu código", en: "Your code" },
  "openShift.uidHelp": {
    es: "Con él se registran sus ventas.",
    pt: "Com ele suas vendas são registradas.",
    en: "Your sales are recorded under it.",
  },
  "openShift.float": { es: "Fondo de caja", pt: "Fundo de caixa", en: "Float" },
  "openShift.takeOver": {
    es: "Recibir {amount} de {name}",
    pt: "Receber {amount} de {name}",
    en: "Take over {amount} from {name}",
  },
  "openShift.second": {
    es: "Hay otra moneda en el cajón",
    pt: "Há outra moeda na gaveta",
    en: "There is another currency in the drawer",
  },
  "openShift.secondCurrency": { es: "Otra moneda", pt: "Outra moeda", en: "Other currency" },
  "openShift.floatHelp": {
    es: "El dinero que hay en el cajón antes de la primera venta. Si no hay, escriba 0.",
    pt: "O dinheiro que está na gaveta antes da primeira venda. Se não há, digite 0.",
    en: "The money in the drawer before the first sale. If there is none, type 0.",
  },
  "openShift.submit": { es: "Abrir turno", pt: "Abrir turno", en: "Open shift" },
  "status.box": {
    es: "Equipo de la tienda: conectado",
    pt: "Equipamento da loja: conectado",
    en: "Store box: connected",
  },
  "status.boxSilent": {
    es: "Equipo de la tienda: sin respuesta desde {since}",
    pt: "Equipamento da loja: sem resposta desde {since}",
    en: "Store box: no answer since {since}",
  },
  "status.hubHasAll": { es: "Central: tiene todo", pt: "Central: tem tudo", en: "Back office: has everything" },
  "status.hubSending": {
    es: "Central: {n} {n|cambio|cambios} por enviar, última entrega {since}",
    pt: "Central: {n} {n|mudança|mudanças} a enviar, última entrega {since}",
    en: "Back office: {n} {n|change|changes} to send, last delivery {since}",
  },
  "status.hubDown": {
    es: "Central: sin conexión, {n} {n|cambio|cambios} por enviar, última entrega {since}",
    pt: "Central: sem conexão, {n} {n|mudança|mudanças} a enviar, última entrega {since}",
    en: "Back office: no connection, {n} {n|change|changes} to send, last delivery {since}",
  },
  "status.hubDownNothing": {
    es: "Central: sin conexión, tiene todo",
    pt: "Central: sem conexão, tem tudo",
    en: "Back office: no connection, has everything",
  },
  "status.never": { es: "nunca", pt: "nunca", en: "never" },
  "status.printing": {
    es: "Impresora{printer}: {n} en cola",
    pt: "Impressora{printer}: {n} na fila",
    en: "Printer{printer}: {n} in the queue",
  },
  "status.printer.ready": {
    es: "Impresora{printer}: lista",
    pt: "Impressora{printer}: pronta",
    en: "Printer{printer}: ready",
  },
  "status.printer.paper_out": {
    es: "Impresora{printer}: sin papel",
    pt: "Impressora{printer}: sem papel",
    en: "Printer{printer}: out of paper",
  },
  "status.printer.cover_open": {
    es: "Impresora{printer}: tapa abierta",
    pt: "Impressora{printer}: tampa aberta",
    en: "Printer{printer}: cover open",
  },
  "status.printer.offline": {
    es: "Impresora{printer}: no responde",
    pt: "Impressora{printer}: não responde",
    en: "Printer{printer}: not answering",
  },
  "status.printer.unknown": {
    es: "Impresora{printer}: estado desconocido",
    pt: "Impressora{printer}: estado desconhecido",
    en: "Printer{printer}: state unknown",
  },
  "fault.replaced": {
    es: "Otro equipo atiende ahora esta tienda.",
    pt: "Outro equipamento atende agora esta loja.",
    en: "Another box has taken over this store.",
  },
  "fault.replacedDo": {
    es: "Este ya no vende. Conecte la pantalla con el nuevo.",
    pt: "Este já não vende. Conecte a tela ao novo.",
    en: "This one no longer sells. Pair this screen with the new one.",
  },
  "fault.saleHere": {
    es: "Su venta sigue aquí.",
    pt: "A sua venda continua aqui.",
    en: "Your sale is still here.",
  },
  "fault.paper_out": {
    es: "La impresora{printer} no tiene papel.",
    pt: "A impressora{printer} está sem papel.",
    en: "The printer{printer} is out of paper.",
  },
  "fault.paper_outDo": {
    es: "Ponga un rollo nuevo; lo pendiente sale solo. Puede seguir vendiendo.",
    pt: "Coloque um rolo novo; o que está pendente sai sozinho. Pode continuar vendendo.",
    en: "Put in a new roll; waiting prints continue by themselves. You can keep selling.",
  },
  "fault.cover_open": {
    es: "La impresora{printer} tiene la tapa abierta.",
    pt: "A impressora{printer} está com a tampa aberta.",
    en: "The printer{printer} has its cover open.",
  },
  "fault.cover_openDo": {
    es: "Cierre la tapa; lo pendiente sale solo. Puede seguir vendiendo.",
    pt: "Feche a tampa; o que está pendente sai sozinho. Pode continuar vendendo.",
    en: "Close the cover; waiting prints continue by themselves. You can keep selling.",
  },
  "fault.offline": {
    es: "La impresora{printer} no responde.",
    pt: "A impressora{printer} não responde.",
    en: "The printer{printer} does not answer.",
  },
  "fault.offlineDo": {
    es: "Revise que esté encendida y su cable. Puede seguir vendiendo.",
    pt: "Verifique se está ligada e o cabo. Pode continuar vendendo.",
    en: "Check that it is switched on, and its cable. You can keep selling.",
  },
  "fault.unknownJobs": {
    es: "No se sabe si {n} {n|impresión salió|impresiones salieron}.",
    pt: "Não se sabe se {n} {n|impressão saiu|impressões saíram}.",
    en: "It is not known whether {n} {n|print|prints} came out.",
  },
  "fault.unknownJobsDo": {
    es: "Mire el papel y diga qué pasó.",
    pt: "Olhe o papel e diga o que aconteceu.",
    en: "Look at the paper and say what happened.",
  },
  "fault.tenders": {
    es: "No se sabe si se pagó el pedido {orders}.",
    pt: "Não se sabe se o pedido {orders} foi pago.",
    en: "It is not known whether order {orders} was paid.",
  },
  "fault.tendersDo": {
    es: "Mire el datáfono y dígalo en Pedidos.",
    pt: "Veja a maquininha e informe em Pedidos.",
    en: "Check the terminal and settle it in Orders.",
  },
  "fault.doubt": {
    es: "Llegó por link un pago que no cuadra con el pedido {orders}.",
    pt: "Chegou por link um pagamento que não bate com o pedido {orders}.",
    en: "A payment by link does not match order {orders}.",
  },
  "fault.dayAhead": {
    es: "El día abierto lleva la fecha {date}; hoy es {today}.",
    pt: "O dia aberto tem a data {date}; hoje é {today}.",
    en: "The open day is dated {date}; today is {today}.",
  },
  "fault.dayAheadDo": {
    es: "Ciérrelo y abra el día de hoy.",
    pt: "Feche-o e abra o dia de hoje.",
    en: "Close it and open today's.",
  },
  "fault.doubtDo": {
    es: "No cobre de nuevo: avise a la oficina.",
    pt: "Não cobre de novo: avise o escritório.",
    en: "Do not charge again: tell the back office.",
  },
  "fault.look": { es: "Revisar", pt: "Verificar", en: "Look" },
  "fault.unclaimed": {
    es: "El equipo aún no está vinculado a la central.",
    pt: "O equipamento ainda não está vinculado à central.",
    en: "The box is not connected to the back office yet.",
  },
  "fault.unclaimedDo": {
    es: "Pida a la oficina que use el código del equipo. Puede vender mientras tanto.",
    pt: "Peça ao escritório que use o código do equipamento. Pode vender enquanto isso.",
    en: "Ask the back office to enter the box's code. You can sell in the meantime.",
  },
  "fault.hub": {
    es: "Sin conexión con la central.",
    pt: "Sem conexão com a central.",
    en: "No connection to the back office.",
  },
  "fault.hubDo": {
    es: "Siga vendiendo: todo queda guardado en la tienda.",
    pt: "Continue vendendo: tudo fica guardado na loja.",
    en: "Keep selling: everything is kept in the store.",
  },
} as const satisfies Record<string, Message>
