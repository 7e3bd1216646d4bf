import type { Operation } from '@spindle/contract'
import { consoleOperations } from '@spindle/contract/console'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { fromOwnPage, inviteMember, openBrowser, setUpOperator, type TestPerson } from '../harness/people.ts'

/** People who are not operators are refused by every operation of the operator, before anything else is checked. */

const operators: readonly Operation[] = consoleOperations.filter(({ path }) =>
  path.startsWith('/console/api/operator/'),
)
const pathOf = ({ path }: Operation): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `${prefixes[name] ?? ''}_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
const prefixes: Readonly<Record<string, string>> = {
  releaseId: 'rel',
  uploadId: 'upl',
  accountId: 'acc',
  userId: 'usr',
  messageId: 'msg',
}

describe('operations of the operator', () => {
  let hub: TestHub
  let key: string
  let bearer: string
  const people: Record<string, TestPerson> = {}
  let operator: TestPerson
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    operator = await setUpOperator(hub)
    const account = await createTestAccount(hub)
    key = await account.key()
    bearer = await account.token()
    for (const role of ['owner', 'manager', 'viewer'] as const)
      people[role] = await inviteMember(hub, {
        accountId: account.accountId,
        role,
        email: `${role}@label.example`,
      })
  })

  it('are all of them for operators, and nothing else is', () => {
    expect(operators.length).toBeGreaterThanOrEqual(10)
    expect(consoleOperations.filter((operation) => operation.needsOperator && !operators.includes(operation))).toEqual(
      [],
    )
    expect(operators.filter(({ needsOperator, auth }) => !needsOperator || auth !== 'session')).toEqual([])
  })

  it.each(operators.map((operation) => [operation.id, operation] as const))(
    '%s is refused to every role of an account, to programs, strangers and other pages',
    async (_id, operation) => {
      const { method } = operation
      const path = pathOf(operation)
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      for (const [role, person] of Object.entries(people)) {
        const answer = await person.ask(method, path, body)
        expect([role, answer.status, answer.body.error]).toEqual([role, 403, 'role_insufficient'])
      }
      expect((await openBrowser(hub).ask(method, path, body)).body).toMatchObject({ status: 401, error: 'signed_out' })
      for (const credential of [{ key }, { bearer }]) {
        const answer = await hub.json(method, path, { ...credential, body, headers: fromOwnPage })
        expect(answer.body).toMatchObject({ status: 400, error: 'invalid_request' })
      }
      const cookie = operator.cookie() ?? ''
      const foreign = { cookie, 'sec-fetch-site': 'same-site', origin: 'https://friend.example' }
      expect((await hub.json(method, path, { body, headers: foreign })).body.error).toBe('origin_not_allowed')
      const bare = { cookie, 'sec-fetch-site': 'same-origin' }
      if (method !== 'GET')
        expect((await hub.json(method, path, { body, headers: bare })).body.error).toBe('origin_not_allowed')
    },
  )

  it('are reached by an operator', async () => {
    for (const operation of operators) {
      const sent = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {}
      const { status, body } = await operator.ask(operation.method, pathOf(operation), sent)
      expect([operation.id, status === 403 || status === 401, body?.error]).toEqual([operation.id, false, body?.error])
    }
  })
})
