/** What the stores really sold, kept outside of all machines: what the hub has is compared with it. */

export interface Made {
  readonly uid: number
  readonly storeId: string
  readonly amount: number
  /** On the guest's paper, if it has one. */
  readonly documentNumber: string | null
  /** One box between two copies of its disk: in one life sales follow each other. */
  readonly life: number
  /** Its place in its life, from 0. */
  readonly place: number
}

export interface Ledger {
  newLife(storeId: string): number
  /** Committed at the store. */
  made(life: number, sale: Pick<Made, "uid" | "amount" | "documentNumber">): void
  find(uid: number): Made | undefined
  ofLife(life: number): readonly Made[]
  livesOf(storeId: string): readonly number[]
  /** A disk was lost on which these were: the hub may have them or not. */
  lose(uids: Iterable<number>): void
  isLost(uid: number): boolean
  all(): Iterable<Made>
}

export function createLedger(): Ledger {
  const lives: { readonly storeId: string; readonly made: Made[] }[] = []
  const byUid = new Map<number, Made>()
  const lost = new Set<number>()
  return {
    newLife: (storeId) => lives.push({ storeId, made: [] }) - 1,
    made(life, { uid, amount, documentNumber }) {
      const own = lives[life]
      if (own === undefined) throw new Error(`there is no life ${life}`)
      const one = { uid, amount, documentNumber, life, storeId: own.storeId, place: own.made.length }
      own.made.push(one)
      byUid.set(uid, one)
    },
    find: (uid) => byUid.get(uid),
    ofLife: (life) => lives[life]?.made ?? [],
    livesOf: (storeId) => lives.flatMap((one, life) => (one.storeId === storeId ? [life] : [])),
    lose: (uids) => {
      for (const uid of uids) lost.add(uid)
    },
    isLost: (uid) => lost.has(uid),
    all: () => byUid.values(),
  }
}
