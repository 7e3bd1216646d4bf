import { AppError, type FieldError, type PartyPatch, parseIpi, parseIsni } from '@spindle/contract'
import type { BodyRules } from '../../http/requests/body-rules.ts'

/** Identifiers with check digits are refused if they are wrong: a release that names the party would have a finding. */

const checked = [
  {
    member: 'isni',
    code: 'isni_invalid',
    name: 'ISNI',
    parse: parseIsni,
    fix: 'Enter the 16 characters as shown on isni.org. The last one is a check character.',
  },
  {
    member: 'ipi',
    code: 'ipi_invalid',
    name: 'IPI name number',
    parse: parseIpi,
    fix: 'Enter the 9 to 11 digits of the name number. The last two are check digits.',
  },
] as const

const findInvalid = (body: Readonly<Record<string, unknown>>): FieldError[] =>
  checked.flatMap(({ member, code, name, parse, fix }) => {
    const written = body[member]
    if (typeof written !== 'string' || parse(written) !== undefined) return []
    return [{ pointer: `/${member}`, code, detail: `"${written}" is not a valid ${name}.`, fix }]
  })

/** Of a body that is refused for another reason. */
export const partyBodyRules: BodyRules = { check: ({ value }) => findInvalid(value) }

/** Their normal forms. Throws `validation_failed` that names each invalid one. */
export function parseIdentifiers<T extends Pick<PartyPatch, 'isni' | 'ipi'>>(body: T): T {
  const errors = findInvalid(body)
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  const parsed = (member: 'isni' | 'ipi', parse: (text: string) => string | undefined) => {
    const written = body[member]
    return typeof written === 'string' ? { [member]: parse(written) } : {}
  }
  return { ...body, ...parsed('isni', parseIsni), ...parsed('ipi', parseIpi) }
}
