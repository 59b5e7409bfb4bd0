/** The faults that a test can provoke at the sandbox provider: by the last two digits of an amount, or by a customer's name. */

export const BEHAVIOURS = {
  rejects: { cents: 1, about: "The payment is rejected when the link is asked for." },
  silent: { cents: 2, about: "The link is made, but the answer never comes; asking again with the same key finds it." },
  early: { cents: 3, about: "The guest has paid, and the webhook says so, before the link is answered." },
  twice: { cents: 4, about: "Each webhook is sent twice, with the same id." },
  late: { cents: 5, about: "Each webhook is sent three seconds late." },
  keeps: { cents: 6, about: "A cancellation is refused." },
  "no-refund": { cents: 7, about: "A refund is refused." },
  declines: {
    cents: 9,
    about: "The card is declined at once; a customer called `declines CODE` says with which code.",
  },
  "slow-refund": { cents: 8, about: "The first answer to a refund never comes." },
} as const satisfies Record<string, { cents: number; about: string }>

export type Behaviour = keyof typeof BEHAVIOURS

export function behaviourOf(amount: number, customerName: string | undefined): Behaviour | null {
  const names = Object.keys(BEHAVIOURS) as Behaviour[]
  const cents = Math.round(amount * 100) % 100
  return (
    names.find((name) => customerName?.split(" ")[0] === name) ??
    names.find((name) => BEHAVIOURS[name].cents === cents) ??
    null
  )
}

/** The decline code that a customer's name asks for. */
export function declineCodeOf(customerName: string | null): string | null {
  return /^declines (\w{1,60})$/.exec(customerName ?? "")?.[1] ?? null
}
