import { AppError, type FieldError, type NewTableImport, type TableMapping } from '@spindle/contract'
import type { TenantTransaction } from '../../../../platform/database/sql.ts'
import { findMappingFaults } from './check-mapping.ts'
import { findMapping } from './mapping-queries.ts'

type AllowUndefined<T> = { readonly [K in keyof T]: T[K] | undefined }

/** The mapping that an import is handed in with. Throws `validation_failed`. */
export async function chooseMapping(
  trx: TenantTransaction,
  { preset, mapping, mappingName }: AllowUndefined<Pick<NewTableImport, 'preset' | 'mapping' | 'mappingName'>>,
): Promise<TableMapping | undefined> {
  const given = Object.entries({ preset, mapping, mappingName }).filter(([, value]) => value !== undefined)
  const [first, second] = given
  if (first !== undefined && second !== undefined)
    throw invalid([
      {
        pointer: `/${second[0]}`,
        code: 'conflicting_members',
        detail: `\`${first[0]}\` and \`${second[0]}\` cannot be used together.`,
        fix: 'Send one of them.',
      },
    ])
  if (mappingName !== undefined) {
    const kept = await findMapping(trx, mappingName)
    if (kept) return kept.mapping
    throw invalid([
      {
        pointer: '/mappingName',
        code: 'mapping_unknown',
        detail: `The account keeps no mapping named "${mappingName}".`,
        fix: 'List the mappings to find the name, or keep one with it.',
      },
    ])
  }
  const faults = mapping === undefined ? [] : findMappingFaults(mapping, '/mapping')
  if (faults.length > 0) throw invalid(faults)
  return mapping
}

const invalid = (errors: readonly FieldError[]): AppError => new AppError('validation_failed', { errors })
