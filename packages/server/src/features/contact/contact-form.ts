/** What a person fills in on the contact page, and what may be wrong with it. */

const fieldNames = ['name', 'email', 'organisation', 'message'] as const
export type FieldName = (typeof fieldNames)[number]

/** As typed, with blanks around it removed and line ends made one kind; absent fields are empty. */
export type FormValues = Readonly<Record<FieldName, string>>
/** What to tell the person, for each field that needs it. */
export type FormProblems = Readonly<Partial<Record<FieldName, string>>>

export interface ContactForm {
  readonly values: FormValues
  readonly problems: FormProblems
  /** The field people do not see was filled in. */
  readonly isHoneypotFilled: boolean
}

/** The name is one that programs like to fill in. */
export const honeypotName = 'website'

export const emptyValues: FormValues = { name: '', email: '', organisation: '', message: '' }

export const maxLengths: Readonly<Record<FieldName, number>> = {
  name: 200,
  email: 254,
  organisation: 200,
  message: 5_000,
}

export function parseContactForm(body: string): ContactForm {
  const fields = new URLSearchParams(body)
  const read = (name: string): string => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim()
  const values: FormValues = {
    name: read('name'),
    email: read('email'),
    organisation: read('organisation'),
    message: read('message'),
  }
  return { values, problems: findProblems(values), isHoneypotFilled: read(honeypotName) !== '' }
}

function findProblems(values: FormValues): FormProblems {
  const found: [FieldName, string | undefined][] = [
    ['name', findMissing(values.name, 'Enter your name.')],
    [
      'email',
      findMissing(values.email, 'Enter an email address so that we can reply.') ?? findMailProblem(values.email),
    ],
    ['message', findMissing(values.message, 'Describe what you would like to do.')],
    ...fieldNames.map((name): [FieldName, string | undefined] => [name, findTextProblem(name, values[name])]),
  ]
  // The first problem of a field is the one to show.
  return Object.fromEntries(found.filter(([, problem]) => problem !== undefined).reverse())
}

const findMissing = (value: string, text: string): string | undefined => (value === '' ? text : undefined)

const findMailProblem = (value: string): string | undefined =>
  /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(value) ? undefined : 'Enter a valid email address.'

function findTextProblem(name: FieldName, value: string): string | undefined {
  const max = maxLengths[name]
  // Characters as the database counts them, not UTF-16 units.
  const { length } = Array.from(value)
  if (length > max) return `Use at most ${max} characters. You entered ${length}.`
  const control = name === 'message' ? /(?![\n\t])\p{Cc}/u : /\p{Cc}/u
  return control.test(value) ? 'Remove the characters that cannot be displayed.' : undefined
}
