/** An operation of the console as its pages rely on it. */
export interface PinnedOperation {
  readonly id: string
  readonly call: string
  /** What the caller must at least be: `viewer` and `owner` of the account in the path. */
  readonly who: 'visitor' | 'person' | 'viewer' | 'owner' | 'operator'
  /** The person must have proved who it is within the last minutes. */
  readonly isConfirmed: boolean
  readonly statuses: readonly number[]
  readonly own: readonly string[]
}
