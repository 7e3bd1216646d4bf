import { describe, expect, it } from 'vitest'
import { labelsPath } from '../../harness/labels.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createLabel 403', () => {
  it('refuses more than 5,000 labels of an account', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    await hub.opened.database.system.execute(
      `insert into labels (account_id, id, name, name_key)
       select $1, 'lbl_' || lpad(n::text, 26, '0'), 'Lamp ' || n, 'lamp ' || n from generate_series(1, 4999) n`,
      [fixture.account.accountId],
    )
    expect((await fixture.post(labelsPath, { name: 'Blue Lamp' })).status).toBe(201)
    const { status, body } = await fixture.post(labelsPath, { name: 'Red Lamp' })
    expect(status).toBe(403)
    expect(body).toMatchObject({
      error: 'quota_exceeded',
      detail: 'The account can have at most 5000 labels and has 5000. Delete labels that you do not need.',
      quota: 'labels',
      limit: 5000,
      used: 5000,
    })
  })
})
