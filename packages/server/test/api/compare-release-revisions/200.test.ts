import { expect, it } from 'vitest'
import { releasesPath } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

it('compares two submitted revisions, by default with the one before', async () => {
  const { hub, fixture } = await sharedReleaseHub()
  const { body: first } = await fixture.release({ title: 'First', submit: true }, 2)
  const compare = async (rest: string) =>
    (await hub.json('GET', `${releasesPath}/${first.id}/revisions/${rest}`, { key: fixture.key })).body
  expect(await compare('1/changes')).toEqual({ revision: 1, from: null, changes: [] })
  const [one, two] = first.tracks
  await fixture.patch(first.id, { title: 'Second', tracks: [one, { ...two, title: 'Other' }] })
  await fixture.act(first.id, 'submit')
  await fixture.patch(first.id, { label: 'Other Label' })
  await fixture.act(first.id, 'submit')
  expect(await compare('2/changes')).toEqual({
    revision: 2,
    from: 1,
    changes: [
      { pointer: '/title', before: 'First', after: 'Second' },
      { pointer: '/tracks/1/title', before: two.title, after: 'Other' },
    ],
  })
  expect(await compare('3/changes?from=1')).toMatchObject({
    from: 1,
    changes: [{ pointer: '/label' }, { pointer: '/title' }, { pointer: '/tracks/1/title' }].map((change) =>
      expect.objectContaining(change),
    ),
  })
})
