/** The settings of an outlet that only code can check, beside those that a schema or an option refuses. */
export type SetupField = 'recipients' | 'ernVersion' | 'privateKey' | 'territories' | 'genres'

/** A setting that a store cannot have. The message names no option and no field: the caller knows what it read. */
export class SetupRefused extends Error {
  readonly field: SetupField
  /** What would be right, if there is more to say. */
  readonly fix: string | undefined
  /** Which item of a list. */
  readonly index: number | undefined
  /** How many items a list needs. */
  readonly least: number | undefined

  constructor(
    field: SetupField,
    message: string,
    { fix, index, least }: { fix?: string; index?: number; least?: number } = {},
  ) {
    super(message)
    this.name = 'SetupRefused'
    this.field = field
    this.fix = fix
    this.index = index
    this.least = least
  }
}
