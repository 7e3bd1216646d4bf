/** What every command takes. */
export interface GlobalOptions {
  readonly json?: boolean
  /** Names separated by commas. */
  readonly fields?: string
  readonly hub?: string
  readonly profile?: string
  readonly keyFile?: string
  /** False with `--no-input`. */
  readonly input: boolean
}
