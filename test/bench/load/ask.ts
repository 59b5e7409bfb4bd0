/** A request of a script, and what makes one of its turns differ from the next. */

export interface Ask {
  readonly method: string
  readonly path: string
  readonly body?: string
  /** The status of the only right answer. */
  readonly expect: number
  /** A part of the only right answer, where a server answers 200 to what it refuses as well. */
  readonly contains?: string
}

export interface Turn {
  /** Unique. */
  readonly name: string
  readonly n: number
  readonly storeId: string
}
