import { describe, expect, it } from 'vitest'
import { createLabel, labelsPath } from '../../harness/labels.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createLabel 409', () => {
  it('refuses a name that another label of the account has, in any case', async () => {
    const { fixture } = await sharedReleaseHub()
    await createLabel(fixture, { name: 'Blue Lamp' })
    const { status, body } = await fixture.post(labelsPath, { name: ' blue LAMP' })
    expect([status, body.error, body.detail]).toEqual([
      409,
      'label_name_taken',
      'The account already has a label " blue LAMP".',
    ])
  })
})
