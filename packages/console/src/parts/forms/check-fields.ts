import { words } from '../../words/words.ts'

/** What the hub would refuse, shown before anything is sent. */

const minPasswordLength = 15

export const findMissing = (value: string, label: string): string | undefined =>
  value.trim() === '' ? words.fields.missing(label) : undefined

export const findMailProblem = (value: string): string | undefined =>
  findMissing(value, words.fields.email) ?? (/^[^\s@]+@[^\s@]+$/.test(value.trim()) ? undefined : words.fields.noMail)

export function findPasswordProblem(value: string): string | undefined {
  const { length } = Array.from(value)
  return (
    findMissing(value, words.fields.password) ??
    (length < minPasswordLength ? words.fields.tooShort(length) : undefined)
  )
}

/** Only the fields that have a problem. */
export const onlyProblems = <Name extends string>(
  found: Readonly<Partial<Record<Name, string | undefined>>>,
): Readonly<Partial<Record<Name, string>>> =>
  Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined)) as Partial<
    Record<Name, string>
  >
