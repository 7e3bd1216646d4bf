/** How people enter a member of the release document. The form and the request are derived from it. */

interface Named {
  /** The member, as the contract names it. */
  readonly name: string
  /** Without it the object that contains it is not sent. */
  readonly isRequired?: boolean
}

/** One line, or several. */
export interface TextField extends Named {
  readonly kind: 'text'
  readonly maxLength: number
  readonly isLong?: boolean
  /** Suggests codes or names while one types. */
  readonly list?: 'languages' | 'parties' | 'labels'
}

export interface NumberField extends Named {
  readonly kind: 'number'
  readonly min: number
  readonly max: number
  /** Shown and typed in seconds, kept in milliseconds. */
  readonly isSeconds?: boolean
}

/** `YYYY-MM-DD` or `HH:MM`. */
export interface DateField extends Named {
  readonly kind: 'date' | 'time'
}

/** One of a few words. */
export interface ChoiceField extends Named {
  readonly kind: 'choice'
  readonly options: readonly string[]
}

/** One of a list that the hub publishes. */
export interface CodeField extends Named {
  readonly kind: 'code'
  readonly list: 'genres' | 'territories' | 'roles'
}

/** Yes, no, or not set. */
export interface FlagField extends Named {
  readonly kind: 'flag'
}

/** Several of a few words. */
export interface ChoicesField extends Named {
  readonly kind: 'choices'
  readonly options: readonly string[]
}

/** Texts, separated by commas. */
export interface WordsField extends Named {
  readonly kind: 'words'
  readonly maxLength: number
}

/** Where it counts. */
export interface TerritoriesField extends Named {
  readonly kind: 'territories'
}

/** The outlets it goes to. */
export interface OutletsField extends Named {
  readonly kind: 'outlets'
}

/** Names with values. */
export interface MapField extends Named {
  readonly kind: 'map'
}

/** The party that the object takes its name from. It is chosen in the field of the name. */
export interface PartyField extends Named {
  readonly kind: 'party'
}

/** An object with its own members. */
export interface GroupField extends Named {
  readonly kind: 'group'
  readonly fields: readonly Field[]
}

/** Any number of such objects. */
export interface ListField extends Named {
  readonly kind: 'list'
  readonly fields: readonly Field[]
  /** The initial value of a new one. */
  readonly initial?: Readonly<Record<string, unknown>>
}

export type Field =
  | TextField
  | NumberField
  | DateField
  | ChoiceField
  | CodeField
  | FlagField
  | ChoicesField
  | WordsField
  | TerritoriesField
  | OutletsField
  | MapField
  | PartyField
  | GroupField
  | ListField
