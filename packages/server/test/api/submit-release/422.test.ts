import { beforeAll, describe, expect, it } from 'vitest'
import { openShelf, type Shelf } from '../../harness/releases.ts'

describe('submitRelease 422', () => {
  let shelf: Shelf
  beforeAll(async () => {
    ;({ shelf } = await openShelf())
  })

  it('names every error and leaves the draft a draft', async () => {
    const { body } = await shelf.release({ label: undefined, pLine: undefined, title: 'SHOUTED TITLE' })
    const answer = await shelf.act(body.id, 'submit')
    expect(answer).toMatchObject({ status: 422, body: { error: 'findings_block' } })
    expect(answer.body.errors.map(({ code }: { code: string }) => code)).toEqual(['label_missing', 'p_line_missing'])
    expect((await shelf.get(body.id)).body).toMatchObject({ status: 'draft', submittedAt: null })
  })
})
