import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { operatorOf } from '../harness/operator.ts'
import { fromOwnPage, type TestPerson } from '../harness/people.ts'
import { sharedOperator } from '../harness/shared-hub.ts'
import { createTeam, sharedTeam, type Team } from '../harness/shared-team.ts'
import { type ReadStream, readStream, streamPath } from './read-stream.ts'

/** The next keep-alive, which checks again in any case, comes after 15 s. */
const soonerMs = 10_000

describe('a stream whose reader loses the right', () => {
  let team: Team
  let operator: TestPerson
  const opened: ReadStream[] = []
  beforeAll(async () => {
    team = await sharedTeam()
    operator = await sharedOperator()
  })
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.close()
  })
  const open = async (headers: Record<string, string>, path = streamPath): Promise<ReadStream> => {
    const stream = await readStream(team.hub, headers, path)
    expect(stream.response.status).toBe(200)
    opened.push(stream)
    return stream
  }
  const openAs = (person: TestPerson, { accountId }: Pick<Team, 'accountId'> = team) =>
    open({ ...fromOwnPage, cookie: person.cookie() ?? '' }, `/console/a/${accountId}${streamPath}`)
  const end = (stream: ReadStream) =>
    eventually(() => stream.hasEnded(), { what: 'the end of the stream', timeoutMs: soonerMs })

  it('ends when the member is removed, and continues for the others', async () => {
    const [gone, kept] = [await team.join('manager', 'gone'), await team.join('viewer', 'kept')]
    const [stream, other] = [await openAs(gone), await openAs(kept)]
    await team.ask('DELETE', `/members/${await team.idOf(gone)}`)
    await end(stream)
    expect(other.hasEnded()).toBe(false)
  })

  it('ends with the session, but not when the person confirms their identity', async () => {
    const person = await team.join('viewer', 'signs-out')
    const stream = await openAs(person)
    await person.ask('POST', '/console/api/session/confirm', { password: person.password })
    const [other] = [await openAs(person)]
    await person.ask('DELETE', '/console/api/session')
    await Promise.all([end(stream), end(other as ReadStream)])
  })

  it('ends when the person is disabled', async () => {
    const person = await team.join('viewer', 'disabled')
    const stream = await openAs(person)
    await operator.ask('POST', `/console/api/operator/people/${await team.idOf(person)}/disable`)
    await end(stream)
  })

  it('ends when the key is revoked, and when the account is suspended', async () => {
    const account = await createTestAccount(team.hub)
    const [first, second] = [await account.key(), await account.key()]
    const [stream, other] = [await open({ 'x-api-key': first }), await open({ 'x-api-key': second })]
    const { data } = (await team.hub.json('GET', '/api/v1/distributor/keys', { bearer: await account.token() })).body
    const id = data.find(({ hint }: { hint: string }) => first.startsWith(hint) || first.endsWith(hint.slice(-4)))?.id
    await team.hub.json('DELETE', `/api/v1/distributor/keys/${id}`, { bearer: await account.token() })
    await end(stream)
    expect(other.hasEnded()).toBe(false)
    await operatorOf(team.hub)('accounts', 'suspend', account.accountId)
    await end(other)
  })

  it('is not opened beyond the limit by many concurrent requests', async () => {
    const own = await createTeam(team.hub, 'Crowded Label')
    const headers = { ...fromOwnPage, cookie: own.owner.cookie() ?? '' }
    const path = `/console/a/${own.accountId}${streamPath}`
    const streams = await Promise.all(Array.from({ length: 40 }, () => readStream(own.hub, headers, path)))
    opened.push(...streams)
    const statuses = streams.map(({ response }) => response.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6)
    expect(statuses.filter((status) => status === 429)).toHaveLength(34)
  })
})
