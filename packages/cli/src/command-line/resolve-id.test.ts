import { describe, expect, it } from 'vitest'
import type { CommandContext } from './command-context.ts'
import { resolveId } from './resolve-id.ts'

const ids = ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC', 'rel_01JD9AAAAAAAAAAAAAAAAARHYB']

/** A hub with these releases; `asked` counts its lists. */
function listContext(asked: string[] = []) {
  const list = async function* () {
    asked.push('list')
    for (const [index, id] of ids.entries()) yield { id, title: `Release ${index + 1}` }
  }
  const client = async () => ({ releases: { list } })
  const context = { client, signal: new AbortController().signal } as unknown as CommandContext
  return { context, given: {} }
}

describe('resolveId', () => {
  it.each([
    ['rel_…0RHYB', ids[0]],
    ['rel_...0RHYB', ids[0]],
    ['…N5T0RHYC', ids[1]],
    ['T0RHYC', ids[1]],
    ['t0rhyc', ids[1]],
    ['rel_01JD9', ids[2]],
    ['01JD9', ids[2]],
  ])('takes %s for the one release that has it', async (text, id) => {
    expect(await resolveId('release', text, listContext())).toBe(id)
  })

  it.each(['RHYB', 'rel_01JD3', 'rel_…RHYB'])('lists what %s may mean', async (text) => {
    const failure = resolveId('release', text, listContext())
    await expect(failure).rejects.toMatchObject({
      code: 'id_ambiguous',
      exitCode: 2,
      message: `"${text}" is the id of 2 things`,
    })
    await expect(failure).rejects.toMatchObject({
      problems: [
        { where: ids[0], what: 'Release 1' },
        expect.objectContaining({ where: expect.stringMatching(/^rel_/) }),
      ],
    })
  })

  it('says where the ids are when nothing has it', async () => {
    await expect(resolveId('release', 'rel_…0000', listContext())).rejects.toMatchObject({
      code: 'id_unknown',
      message: 'No release has an id that starts or ends with "rel_…0000"',
      fix: '`spindle releases list` shows the ids. For older items, use the complete id.',
    })
  })

  it('does not take the beginning for the end where the end was meant', async () => {
    await expect(resolveId('release', 'rel_…01JD9', listContext())).rejects.toMatchObject({ code: 'id_unknown' })
  })

  it.each(['rel', 'RHY', 'upl_…0RHYB', 'not an id', '../..'])(
    'leaves %s to the hub, and asks nothing',
    async (text) => {
      const asked: string[] = []
      expect(await resolveId('release', text, listContext(asked))).toBe(text)
      expect(asked).toEqual([])
    },
  )
})
