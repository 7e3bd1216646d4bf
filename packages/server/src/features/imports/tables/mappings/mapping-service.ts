import {
  AppError,
  type FieldError,
  type KeptTableMapping,
  maxTableMappings,
  type TableMapping,
} from '@spindle/contract'
import type { PageRequest, PageResult } from '../../../../http/responses/handler-response.ts'
import { pageOf } from '../../../../http/responses/page-of.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Tenant, TenantTransaction } from '../../../../platform/database/sql.ts'
import { findMappingFaults } from './check-mapping.ts'
import {
  countMappings,
  countMappingsAlone,
  deleteMapping,
  findMapping,
  listMappingRows,
  type MappingRow,
  saveMapping,
} from './mapping-queries.ts'

/** The mappings that an account keeps. */
export interface MappingService {
  list(tenant: Tenant, page: PageRequest): Promise<PageResult<KeptTableMapping>>
  /** Throws `mapping_not_found`. */
  get(tenant: Tenant, name: string): Promise<KeptTableMapping>
  /** Throws `validation_failed`, `quota_exceeded`. */
  keep(trx: TenantTransaction, name: string, mapping: TableMapping): Promise<KeptTableMapping>
  /** Throws `mapping_not_found`. */
  delete(trx: TenantTransaction, name: string): Promise<void>
}

const maxBytes = 65_536

const findNameFaults = (name: string): FieldError[] =>
  /^[a-z0-9][a-z0-9_-]{0,63}$/u.test(name)
    ? []
    : [
        {
          pointer: '',
          code: 'pattern',
          detail: 'The name of a mapping has lower-case letters, digits, - and _, and at most 64 characters.',
          fix: 'For example, `old-distributor`.',
        },
      ]

export const mappingService = ({ clock }: { readonly clock: Clock }): MappingService => ({
  async list(tenant, { limit, after, wantsTotal }) {
    const rows = await listMappingRows(tenant, { limit: limit + 1, after })
    const { data, next } = pageOf(rows, { limit }, ({ name }) => name)
    return { data: data.map(toKept), next, ...(wantsTotal ? { total: await countMappings(tenant) } : {}) }
  },
  async get(tenant, name) {
    const row = await findMapping(tenant, name)
    if (!row) throw new AppError('mapping_not_found')
    return toKept(row)
  },
  async keep(trx, name, mapping) {
    requireSmall(mapping)
    const errors = [...findNameFaults(name), ...findMappingFaults(mapping)]
    if (errors.length > 0) throw new AppError('validation_failed', { errors })
    const used = await countMappingsAlone(trx)
    if (used >= maxTableMappings && !(await findMapping(trx, name))) throw tooMany(used)
    const row = await saveMapping(trx, { name, mapping, at: new Date(clock.now()) })
    if (!row) throw new Error('The mapping was not saved')
    return toKept(row)
  },
  async delete(trx, name) {
    if (!(await deleteMapping(trx, name))) throw new AppError('mapping_not_found')
  },
})

function requireSmall(mapping: TableMapping): void {
  if (Buffer.byteLength(JSON.stringify(mapping)) <= maxBytes) return
  throw new AppError('validation_failed', {
    errors: [
      {
        pointer: '/values',
        code: 'mapping_too_large',
        detail: `The mapping has more than ${maxBytes} bytes.`,
        fix: 'Keep only the texts that the table has.',
      },
    ],
  })
}

const tooMany = (used: number): AppError =>
  new AppError('quota_exceeded', {
    detail: `The account can keep at most ${maxTableMappings} mappings and has ${used}. Delete mappings that you do not need.`,
    extensions: { quota: 'tableMappings', limit: maxTableMappings, used },
  })

const toKept = ({ name, mapping, createdAt, updatedAt }: MappingRow): KeptTableMapping => ({
  name,
  mapping,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
