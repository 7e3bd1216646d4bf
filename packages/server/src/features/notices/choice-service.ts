import type { BodyOf } from '@spindle/contract'
import { AppError } from '@spindle/contract'
import { memberTopics, type NoticeChoices, operatorTopics, type setNoticeChoices } from '@spindle/contract/console'
import type { Config } from '../../config/config.ts'
import type { SessionPrincipal } from '../../http/principal.ts'
import { isForeignKeyViolation } from '../../platform/database/postgres-errors.ts'
import type { Database, Transaction } from '../../platform/database/sql.ts'
import type { PeopleFeature } from '../people/index.ts'
import { type Choices, operatorScope, topicsOf } from './choices.ts'
import { listChoices, saveChoices } from './notice-queries.ts'

/** What people chose to be told. A person reads and changes only their own choices. */
export interface ChoiceService {
  get(person: SessionPrincipal): Promise<NoticeChoices>
  /** Throws `account_not_found` for an account that the person does not belong to, and `role_insufficient`. */
  set(person: SessionPrincipal, change: BodyOf<typeof setNoticeChoices>): Promise<NoticeChoices>
  /** Ends all notices of one account, or those of an operator. */
  unsubscribe(subject: Subject): Promise<void>
}

type Subject = Parameters<typeof saveChoices>[1]

export interface ChoiceServiceOptions {
  readonly config: Pick<Config, 'mail' | 'digestHour'>
  readonly database: Database
  readonly people: Pick<PeopleFeature, 'listAccountsOf' | 'service'>
}

export function choiceService({ config, database, people }: ChoiceServiceOptions): ChoiceService {
  const get: ChoiceService['get'] = async ({ id, isOperator }) => {
    const [person, accounts, rows] = await Promise.all([
      people.service.find(id),
      people.listAccountsOf(id),
      listChoices(database.system, id),
    ])
    const chosenIn = (scope: string): Choices => rows.find((row) => row.scope === scope)?.choices ?? {}
    return {
      isMailed: config.mail !== undefined && (person?.emailProvenBy ?? null) !== null,
      digestHour: config.digestHour,
      accounts: accounts.map(({ accountId }) => ({ accountId, ...memberTopics, ...chosenIn(accountId) })),
      operator: isOperator ? { ...operatorTopics, ...chosenIn(operatorScope) } : null,
    }
  }
  return {
    get,
    async set(person, { accounts = [], operator }) {
      const own = new Set((await people.listAccountsOf(person.id)).map(({ accountId }) => accountId as string))
      const other = accounts.find(({ accountId }) => !own.has(accountId))
      if (other) throw new AppError('account_not_found', { detail: `You are not a member of ${other.accountId}.` })
      if (operator && !person.isOperator)
        throw new AppError('role_insufficient', {
          detail: 'Only operators of this hub can set `operator`. Leave it out.',
        })
      await database.transaction(async (trx) => {
        for (const { accountId, ...choices } of accounts) await save(trx, person, accountId, choices)
        if (operator) await save(trx, person, operatorScope, operator)
      })
      return get(person)
    },
    unsubscribe: (subject) => unsubscribe(database, subject),
  }
}

/** Nothing is stored for a person or an account that was erased: links outlive both. */
export async function unsubscribe(database: Database, subject: Subject): Promise<void> {
  try {
    await database.transaction((trx) => saveChoices(trx, subject, neverIn(subject.scope)))
  } catch (error) {
    if (!erasedSubjects.some((constraint) => isForeignKeyViolation(error, constraint))) throw error
  }
}

const erasedSubjects = ['notice_settings_user_id_fkey', 'notice_settings_for_account_fkey']

const save = (trx: Transaction, { id }: SessionPrincipal, scope: string, choices: Choices): Promise<void> =>
  saveChoices(trx, { userId: id, scope }, choices)

const neverIn = (scope: string): Choices => Object.fromEntries(topicsOf(scope).map((topic) => [topic, 'never']))
