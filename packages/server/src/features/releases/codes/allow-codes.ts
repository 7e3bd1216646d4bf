import { AppError, type FieldError, isrcPrefixPattern, upcRangePattern } from '@spindle/contract'
import type { Clock } from '../../../platform/clock.ts'
import {
  isExclusionViolation,
  isForeignKeyViolation,
  isUniqueViolation,
} from '../../../platform/database/postgres-errors.ts'
import type { Database, TenantTransaction } from '../../../platform/database/sql.ts'
import type { AccountId } from '../../../platform/values/ids.ts'
import type { Accounts } from '../../accounts/index.ts'
import { type Audit, operatorActor } from '../../people/index.ts'
import {
  type AllowedCode,
  type CodeSource,
  deleteFreeUpcs,
  deleteIsrcPrefix,
  deleteUpcRange,
  findLabelWith,
  insertIsrcPrefix,
  insertUpcRange,
  listAllowedCodes,
  prefixInUse,
  prefixTaken,
  rangeInUse,
  rangeTaken,
} from './allowed-code-queries.ts'

/** Decisions of the operator about which ISRC prefixes and UPC ranges the labels of an account may have. */
export interface AllowedCodes {
  /** What was not allowed before; undefined for an unknown account. Throws `validation_failed`. */
  allow(accountId: AccountId, source: CodeSource): Promise<CodeSource | undefined>
  /** What was allowed until now; undefined for an unknown account. Throws `validation_failed` if a label has it. */
  remove(accountId: AccountId, source: CodeSource): Promise<CodeSource | undefined>
  /** Undefined for an unknown account. */
  list(accountId: AccountId): Promise<readonly AllowedCode[] | undefined>
}

export interface AllowedCodesOptions {
  readonly database: Database
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'isKnown'>
  readonly audit: Pick<Audit, 'recordForHub'>
  /** The prefix of all accounts. */
  readonly isrcPrefix: string | undefined
}

export const allowedCodes = (options: AllowedCodesOptions): AllowedCodes => ({
  async allow(accountId, source) {
    requireAllowable(source, options.isrcPrefix)
    return change(options, { accountId, type: 'codes.allowed' }, (trx) =>
      allow(trx, source, new Date(options.clock.now())),
    )
  },
  async remove(accountId, source) {
    if (!(await options.accounts.isKnown(accountId))) return undefined
    const label = await findLabelWith(options.database.tenant(accountId), source)
    if (label) throw inUse(source, label.name)
    return change(options, { accountId, type: 'codes.removed' }, (trx) => remove(trx, source))
  },
  async list(accountId) {
    if (!(await options.accounts.isKnown(accountId))) return undefined
    return listAllowedCodes(options.database.tenant(accountId))
  },
})

/** In one transaction, with one event if something changed. */
async function change(
  { database, accounts, audit }: AllowedCodesOptions,
  { accountId, type }: { readonly accountId: AccountId; readonly type: 'codes.allowed' | 'codes.removed' },
  work: (trx: TenantTransaction) => Promise<CodeSource>,
): Promise<CodeSource | undefined> {
  if (!(await accounts.isKnown(accountId))) return undefined
  return database.tenantTransaction(accountId, async (trx) => {
    const { isrcPrefix = null, upcRange = null } = await work(trx)
    const data = { account: accountId, isrcPrefix, upcRange }
    if (isrcPrefix !== null || upcRange !== null)
      await audit.recordForHub(trx.transaction, { type, actor: operatorActor, data })
    return { isrcPrefix: isrcPrefix ?? undefined, upcRange: upcRange ?? undefined }
  })
}

async function allow(trx: TenantTransaction, { isrcPrefix, upcRange }: CodeSource, now: Date): Promise<CodeSource> {
  try {
    const isNewPrefix = isrcPrefix !== undefined && (await insertIsrcPrefix(trx, isrcPrefix, now))
    const isNewRange = upcRange !== undefined && (await insertUpcRange(trx, upcRange, now))
    if (isNewRange) await deleteFreeUpcs(trx)
    return { isrcPrefix: isNewPrefix ? isrcPrefix : undefined, upcRange: isNewRange ? upcRange : undefined }
  } catch (error) {
    if (isUniqueViolation(error, prefixTaken))
      throw refused('/isrcPrefix', 'prefix_taken', {
        detail: `Another account has the ISRC prefix ${isrcPrefix}.`,
        fix: 'A prefix belongs to one account. Remove it there first: accounts codes remove',
      })
    if (isExclusionViolation(error, rangeTaken))
      throw refused('/upcRange', 'range_taken', {
        detail: `The UPC range ${upcRange} shares codes with a range that is already allowed.`,
        fix: 'A code belongs to one range. Remove the other range first: accounts codes remove',
      })
    throw error
  }
}

async function remove(trx: TenantTransaction, { isrcPrefix, upcRange }: CodeSource): Promise<CodeSource> {
  try {
    const hadPrefix = isrcPrefix !== undefined && (await deleteIsrcPrefix(trx, isrcPrefix))
    const hadRange = upcRange !== undefined && (await deleteUpcRange(trx, upcRange))
    return { isrcPrefix: hadPrefix ? isrcPrefix : undefined, upcRange: hadRange ? upcRange : undefined }
  } catch (error) {
    // A label got it since they were asked.
    if (isForeignKeyViolation(error, prefixInUse)) throw inUse({ isrcPrefix })
    if (isForeignKeyViolation(error, rangeInUse)) throw inUse({ upcRange })
    throw error
  }
}

const inUse = ({ isrcPrefix, upcRange }: CodeSource, label?: string): AppError =>
  refused(isrcPrefix === undefined ? '/upcRange' : '/isrcPrefix', 'in_use', {
    detail: `${label === undefined ? 'A label of the account' : `The label "${label}"`} has ${[isrcPrefix && `the ISRC prefix ${isrcPrefix}`, upcRange && `the UPC range ${upcRange}`].filter(Boolean).join(' or ')}.`,
    fix: 'Ask the account to remove it from its labels first, so that no label gets codes from another source unnoticed.',
  })

function requireAllowable({ isrcPrefix, upcRange }: CodeSource, ofHub: string | undefined): void {
  if (isrcPrefix !== undefined && !new RegExp(isrcPrefixPattern).test(isrcPrefix))
    throw refused('/isrcPrefix', 'pattern', {
      detail: `"${isrcPrefix}" is not an ISRC prefix.`,
      fix: 'Give two capital letters and three capital letters or digits, such as QZABC.',
    })
  if (isrcPrefix !== undefined && isrcPrefix === ofHub)
    throw refused('/isrcPrefix', 'prefix_taken', {
      detail: `All accounts get ISRCs of the prefix ${isrcPrefix} (SPINDLE_ISRC_PREFIX).`,
      fix: 'Give a prefix that is for this account alone.',
    })
  if (upcRange !== undefined && !new RegExp(upcRangePattern).test(upcRange))
    throw refused('/upcRange', 'pattern', {
      detail: `"${upcRange}" is not a GS1 company prefix.`,
      fix: 'Give 6 to 11 digits, such as 0614141. Write a zero in front of a U.P.C. company prefix.',
    })
}

const refused = (pointer: string, code: string, { detail, fix }: Pick<FieldError, 'detail' | 'fix'>): AppError =>
  new AppError('validation_failed', {
    detail: `${detail} ${fix}`,
    errors: [{ pointer, code, detail, ...(fix && { fix }) }],
  })
