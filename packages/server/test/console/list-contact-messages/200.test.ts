import { beforeAll, describe, expect, it } from 'vitest'
import { leaveMessage, messagesPath } from '../../harness/contact-messages.ts'
import { setUpOperator, type TestPerson } from '../../harness/people.ts'
import { startTickingHub } from '../../harness/shared-team.ts'

describe('listContactMessages 200', () => {
  let operator: TestPerson
  const ids: string[] = []
  beforeAll(async () => {
    const hub = await startTickingHub()
    operator = await setUpOperator(hub)
    for (const name of ['Ada', 'Ben', 'Cem']) ids.push(await leaveMessage(hub, name))
  })
  const list = async (query = '') => (await operator.ask('GET', `${messagesPath}${query}`)).body
  const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

  it('shows what people wrote, newest first', async () => {
    const { data, page } = await list()
    expect(namesOf({ data })).toEqual(['Cem', 'Ben', 'Ada'])
    expect(data[0]).toEqual({
      id: ids[2],
      name: 'Cem',
      email: expect.stringMatching(/^usr_\w{26}@label\.example$/),
      organisation: null,
      message: 'Hello, I am Cem.',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
      state: 'new',
      assignee: null,
      note: null,
    })
    expect(page).toEqual({ limit: 20, nextCursor: null, hasMore: false })
  })

  it('is paged, with a count if one is requested', async () => {
    const first = await list('?limit=2&count=true')
    expect(namesOf(first)).toEqual(['Cem', 'Ben'])
    expect(first.page).toMatchObject({ hasMore: true, total: 3 })
    const second = await list(`?limit=2&cursor=${first.page.nextCursor}`)
    expect(namesOf(second)).toEqual(['Ada'])
    expect(second.page).toEqual({ limit: 2, nextCursor: null, hasMore: false })
  })

  it('is narrowed to a state', async () => {
    await operator.ask('PATCH', `${messagesPath}/${ids[1]}`, { state: 'open' })
    expect(namesOf(await list('?state=open&count=true'))).toEqual(['Ben'])
    expect(namesOf(await list('?state=new'))).toEqual(['Cem', 'Ada'])
    expect((await list('?state=new&count=true')).page.total).toBe(2)
    expect((await list('?state=spam')).data).toEqual([])
  })
})
