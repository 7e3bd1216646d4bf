import { describe, expect, it } from 'vitest'
import { createLabel, labelsPath } from '../../harness/labels.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('updateLabel 409', () => {
  it('refuses the name of another label, but not another form of its own', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    await createLabel(fixture, { name: 'Blue Lamp' })
    const { id } = await createLabel(fixture, { name: 'Red Lamp' })
    const rename = (name: string) => hub.json('PATCH', `${labelsPath}/${id}`, { key: fixture.key, body: { name } })
    const { status, body } = await rename('BLUE LAMP')
    expect([status, body.error]).toEqual([409, 'label_name_taken'])
    expect((await rename('RED LAMP')).body.name).toBe('RED LAMP')
  })
})
