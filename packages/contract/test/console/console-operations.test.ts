import { describe, expect, it } from 'vitest'
import { consoleOperations } from '../../src/console/index.ts'
import type { Operation } from '../../src/definition/operation.ts'
import { operations } from '../../src/operations.ts'
import { pinnedForMembers } from './pinned-for-members.ts'
import { pinnedForOperators } from './pinned-for-operators.ts'
import { pinnedForPeople } from './pinned-for-people.ts'
import { pinnedForVisitors } from './pinned-for-visitors.ts'
import type { PinnedOperation } from './pinned-operation.ts'

const pinned = [...pinnedForVisitors, ...pinnedForPeople, ...pinnedForMembers, ...pinnedForOperators]
const idsWhere = (isWanted: (operation: Operation) => boolean): string[] =>
  consoleOperations.filter(isWanted).map(({ id }) => id)

function whoMay(operation: Operation): PinnedOperation['who'] {
  if (operation.needsOperator) return 'operator'
  if (operation.needsRole !== undefined) return operation.needsRole
  return operation.auth === 'session' ? 'person' : 'visitor'
}

describe('the operations of the console', () => {
  it('are these', () => {
    expect(idsWhere(() => true).toSorted()).toEqual(pinned.map(({ id }) => id).toSorted())
  })

  it.each(pinned)('$id is $call ($who)', (row) => {
    const operation = consoleOperations.find(({ id }) => id === row.id)
    if (!operation) throw new Error(`there is no ${row.id}`)
    expect({
      id: operation.id,
      call: `${operation.method} ${operation.path}`,
      who: whoMay(operation),
      isConfirmed: operation.needsConfirmation === true,
      statuses: Object.keys(operation.responses).map(Number),
      own: [...operation.errors, ...(operation.notFound === undefined ? [] : [operation.notFound])].sort(),
    }).toEqual(row)
  })

  it('show a secret once where these do', () => {
    expect(idsWhere(({ showsSecret }) => showsSecret === true).toSorted()).toEqual([
      'createServiceClient',
      'inviteFromMessage',
      'inviteMember',
      'inviteToAccount',
      'makeSignInLink',
    ])
  })

  it('take more than other bodies where a passkey comes along', () => {
    expect(
      consoleOperations.flatMap(({ id, maxBodyBytes }) => (maxBodyBytes === undefined ? [] : [[id, maxBodyBytes]])),
    ).toEqual([
      ['setUpHub', 65_536],
      ['signUpByInvitation', 65_536],
      ['finishPasskeySignIn', 65_536],
      ['finishPasskeyConfirmation', 65_536],
      ['addPasskey', 65_536],
    ])
  })

  it('take no credential of a program', () => {
    expect(
      idsWhere(({ auth, permission, scope }) => !/^(none|session)$/.test(auth) || !!permission || !!scope),
    ).toEqual([])
  })

  it('have unique ids, also beside those of the API', () => {
    const ids = [...operations, ...consoleOperations].map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('require a role only where the path names the account', () => {
    expect(
      idsWhere(({ needsRole, path }) => (needsRole !== undefined) !== path.includes('/accounts/{accountId}')),
    ).toEqual(['inviteToAccount', 'openMoveIn', 'endMoveIn'])
  })

  it('answer reads without a repeated proof of identity', () => {
    expect(idsWhere(({ method, needsConfirmation }) => method === 'GET' && needsConfirmation === true)).toEqual([])
  })
})
