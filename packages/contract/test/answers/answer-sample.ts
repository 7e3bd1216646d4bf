/** An answer as the hub writes it, and which of its members a program may not rely on. */
export interface AnswerSample {
  readonly name: string
  readonly schema: object
  readonly sample: Readonly<Record<string, unknown>>
  /** Members that are there and may be null. */
  readonly mayBeNull: readonly string[]
  /** Members that may be left out. */
  readonly mayBeAbsent: readonly string[]
}
