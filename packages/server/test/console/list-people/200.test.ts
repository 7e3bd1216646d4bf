import { beforeAll, describe, expect, it } from 'vitest'
import { setUpOperator, type TestPerson } from '../../harness/people.ts'
import { createTeam, startTickingHub, type Team } from '../../harness/shared-team.ts'

const path = '/console/api/operator/people'

describe('listPeople 200', () => {
  let operator: TestPerson
  let team: Team
  let tom: TestPerson
  beforeAll(async () => {
    const hub = await startTickingHub()
    operator = await setUpOperator(hub)
    team = await createTeam(hub, 'Other Label')
    tom = await team.join('manager', 'Tom')
  })
  const list = async (query = '') => (await operator.ask('GET', `${path}${query}`)).body
  const mailsOf = ({ data }: { data: { email: string }[] }) => data.map(({ email }) => email)

  it('shows people with their roles in accounts, newest first, and no secret', async () => {
    const { data, page } = await list()
    expect(mailsOf({ data })).toEqual([tom.email, team.owner.email, 'mia@hub.example'])
    expect(data[0]).toEqual({
      id: await team.idOf(tom),
      name: 'The manager',
      email: tom.email,
      emailProvenBy: 'operator',
      pendingEmail: null,
      isOperator: false,
      hasPassword: true,
      passkeys: 0,
      hasIdentity: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      disabledAt: null,
      memberships: [{ accountId: team.accountId, accountName: 'Other Label', role: 'manager' }],
    })
    expect(data[2]).toMatchObject({ isOperator: true, memberships: [{ accountName: 'Night Label', role: 'owner' }] })
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
    expect(JSON.stringify(data)).not.toMatch(/argon2|phc/i)
  })

  it('is paged, with a count if one is requested', async () => {
    const first = await list('?limit=2&count=true')
    expect(mailsOf(first)).toEqual([tom.email, team.owner.email])
    expect(first.page).toMatchObject({ hasMore: true, total: 3 })
    const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
    expect(mailsOf(second)).toEqual(['mia@hub.example'])
    expect(second.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  })

  it('finds people by part of a name or address, and by kind', async () => {
    expect(mailsOf(await list('?query=TOM'))).toEqual([tom.email])
    expect(mailsOf(await list('?query=a%20blue'))).toEqual(['mia@hub.example'])
    expect(mailsOf(await list('?kind=operator'))).toEqual(['mia@hub.example'])
    expect((await list('?kind=operator&count=true')).page.total).toBe(1)
    expect(mailsOf(await list('?kind=disabled'))).toEqual([])
    await operator.ask('POST', `${path}/${await team.idOf(tom)}/disable`)
    const { data } = await list('?kind=disabled')
    expect(data).toMatchObject([{ email: tom.email, disabledAt: expect.any(String) }])
  })
})
