import { describe, expect, it } from 'vitest'
import { marchOf, openReportAccount } from '../../harness/own-reports.ts'
import { table } from '../../harness/report-hub.ts'

const content = table(
  'ZZABC2600001,,,big,DE,2024-03,10,,,',
  'ZZABC2600001,,,big,Narnia,2024-03,20,,,',
  'ZZABC2600001,,,big,DE,2024-03,many,,,',
  'ZZABC2600001,,,big,DE',
)

describe('listSetAsideLines 200', () => {
  it('lists what could not be read page by page, with line, column, cell and reason', async () => {
    const { applied, ask, totals } = await openReportAccount()
    const id = await applied(content, { unreadable: 'set_aside' })
    expect(await totals()).toEqual({ streams: 10 })
    const first = await ask('GET', `/${id}/set-aside?limit=2&count=true`)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({
      data: [
        {
          line: 3,
          column: 'territory',
          cell: 'Narnia',
          reason: '"Narnia" is not a country.',
          fix: 'use an ISO 3166-1 country code such as DE, leave it empty, or map it in "values".',
        },
        {
          line: 4,
          column: 'streams',
          cell: 'many',
          reason: '"many" cannot be read.',
          fix: 'use a number such as 12.50; "decimal" and "thousands" in the mapping set its signs.',
        },
      ],
      page: { limit: 2, nextCursor: expect.any(String), hasMore: true, total: 3 },
    })
    const rest = await ask('GET', `/${id}/set-aside?limit=2&cursor=${first.body.page.nextCursor}`)
    expect(rest.body).toEqual({
      data: [
        {
          line: 5,
          column: null,
          cell: null,
          reason: 'The line has 5 columns, but the first line has 10.',
          fix: 'check the separators and quotes of this line.',
        },
      ],
      page: { limit: 2, nextCursor: null, hasMore: false },
    })
  })

  it('is empty for a report of which all lines were read, and after undoing', async () => {
    const { applied, ask } = await openReportAccount()
    const whole = await applied(marchOf(1), { unreadable: 'set_aside' })
    expect((await ask('GET', `/${whole}/set-aside?count=true`)).body).toMatchObject({ data: [], page: { total: 0 } })
    const id = await applied(content, { unreadable: 'set_aside', source: 'other' })
    await ask('DELETE', `/${id}`)
    expect((await ask('GET', `/${id}/set-aside`)).body.data).toEqual([])
  })
})
