import { describe, expect, it } from 'vitest'
import { createLabel, labelsPath } from '../../harness/labels.ts'
import { createReleaseFixture } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('updateLabel 404', () => {
  it('answers for a label of another account as for one that never existed', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const theirs = await createLabel(await createReleaseFixture(hub, 'Other'), { name: 'Theirs' })
    const ask = async (id: string) => {
      const { status, body } = await hub.json('PATCH', `${labelsPath}/${id}`, {
        key: fixture.key,
        body: { name: 'Mine' },
      })
      return [status, body.error, body.detail]
    }
    const never = await ask('lbl_01JD3MZ6V8Q4W9X2K7N5T0RHYB')
    expect(never.slice(0, 2)).toEqual([404, 'label_not_found'])
    expect(await ask(theirs.id)).toEqual(never)
  })
})
