import type { Role } from '@spindle/contract/console'
import type { AccountId } from '../../src/platform/values/ids.ts'
import { createTestAccount, type TestAccount } from './accounts.ts'
import { type JsonAnswer, openTestHub, startTestHub, type TestHub } from './hub.ts'
import { inviteMember, type TestPerson } from './people.ts'
import { sharedHub } from './shared-hub.ts'

/** An account with its people, as the pages of the console use it. */
export interface Team {
  readonly hub: TestHub
  readonly accountId: AccountId
  readonly owner: TestPerson
  /** A new member, signed in; the email address begins with `name`. */
  join(role: Role, name: string): Promise<TestPerson>
  idOf(person: TestPerson): Promise<string>
  /** Sends requests under `/console/api/accounts/{accountId}`, as the owner by default. */
  ask(method: string, path: string, body?: unknown, by?: TestPerson): Promise<JsonAnswer>
  /** The newest event of this type in the activity of the account. */
  newest(type: string): Promise<JsonAnswer['body']>
}

export const unknownId = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'

/** An account on the shared hub that only this file uses. */
export const sharedTeam = async (): Promise<Team> => createTeam(await sharedHub())

/** A separate hub whose clock advances by one millisecond with each read, so that lists have one order. */
export async function startTickingHub(): Promise<TestHub> {
  let nowMs = Date.now()
  return startTestHub({ role: 'api', overrides: { clock: { now: () => nowMs++ } } })
}

/**
 * One hub for all test files of a worker whose clock never shows a time twice. A list of an account then has one order
 * there; a list over all accounts needs a separate hub.
 */
export function sharedTickingHub(): Promise<TestHub> {
  let lastMs = 0
  const now = () => {
    lastMs = Math.max(lastMs + 1, Date.now())
    return lastMs
  }
  ticking ??= openTestHub({ role: 'api', overrides: { clock: { now } } })
  return ticking
}

let ticking: Promise<TestHub> | undefined

/** The people of `account`, or of a new one with this name. */
export async function createTeam(
  hub: TestHub,
  name = 'Night Label',
  account?: Pick<TestAccount, 'accountId'>,
): Promise<Team> {
  const { accountId } = account ?? (await createTestAccount(hub, name))
  const join: Team['join'] = (role, who) =>
    inviteMember(hub, { accountId, role, email: `${who}.${accountId.slice(4)}@label.example` })
  const owner = await join('owner', 'owner')
  const ask: Team['ask'] = (method, path, body, by = owner) =>
    by.ask(method, `/console/api/accounts/${accountId}${path}`, body)
  return {
    hub,
    accountId,
    owner,
    join,
    ask,
    idOf: async (person) => (await person.ask('GET', '/console/api/session')).body.user.id,
    async newest(type) {
      const { data } = (await ask('GET', '/activity?limit=100')).body
      return data.find((event: { type: string }) => event.type === type)
    },
  }
}
