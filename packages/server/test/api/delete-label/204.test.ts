import { describe, expect, it } from 'vitest'
import { createLabel, createSparse, labelsPath } from '../../harness/labels.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('deleteLabel 204', () => {
  it('deletes the label; releases keep its name and values', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const { id } = await createLabel(fixture, { name: 'Blue Lamp', defaults: { genre: 'jazz' } })
    const { body: release } = await createSparse(fixture, { label: 'Blue Lamp' })
    expect((await hub.json('DELETE', `${labelsPath}/${id}`, { key: fixture.key })).status).toBe(204)
    expect((await hub.json('GET', `${labelsPath}/${id}`, { key: fixture.key })).status).toBe(404)
    expect((await fixture.get(release.id)).body).toMatchObject({ label: 'Blue Lamp', genre: 'jazz' })
    expect((await createSparse(fixture, { label: 'Blue Lamp' })).body.filled).toBeUndefined()
  })
})
