/** An operation of the console as its pages rely on it. */
export interface PinnedOperation {
  readonly id: string
  readonly call: string
  /** The least that whoever asks must be: `viewer` and `owner` in the account of the path. */
  readonly who: 'visitor' | 'person' | 'viewer' | 'owner' | 'operator'
  /** The person must have proved who it is within the last minutes. */
  readonly isConfirmed: boolean
  readonly statuses: readonly number[]
  readonly own: readonly string[]
}
