import { describe, expect, it } from 'vitest'
import { createLabel, labelsPath } from '../../harness/labels.ts'
import { createParty } from '../../harness/parties.ts'
import { createReleaseFixture, openReleaseHub } from '../../harness/releases.ts'
import { sharedReleaseHub } from '../../harness/shared-hub.ts'

describe('createLabel 201', () => {
  it('answers the label and where it is', async () => {
    const { fixture } = await sharedReleaseHub()
    const defaults = { genre: 'electronic', pLine: { text: 'Blue Lamp' }, trackDefaults: { language: 'en' } }
    const { status, body, headers } = await fixture.post(labelsPath, { name: 'Blue Lamp', defaults })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^lbl_/),
      name: 'Blue Lamp',
      defaults,
      isrcPrefix: null,
      upcRange: null,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    })
    expect(headers.get('location')).toBe(`${labelsPath}/${body.id}`)
    expect((await fixture.post(labelsPath, { name: 'Red Lamp' })).body.defaults).toEqual({})
  })

  it('takes a prefix and a range that the operator has allowed for the account', async () => {
    // Among all accounts of a hub, one may have a code.
    const { hub, fixture } = await openReleaseHub()
    const codes = { isrcPrefix: 'QZABC', upcRange: '0614141' }
    await hub.hub.releases.allowedCodes.allow(fixture.account.accountId, codes)
    const { status, body } = await fixture.post(labelsPath, { name: 'Blue Lamp', ...codes })
    expect([status, body.isrcPrefix, body.upcRange]).toEqual([201, 'QZABC', '0614141'])
  })

  it('refuses a prefix and a range that are allowed for another account, or for none', async () => {
    const { hub, fixture } = await openReleaseHub()
    const other = await createReleaseFixture(hub, 'Other')
    await hub.hub.releases.allowedCodes.allow(other.account.accountId, { isrcPrefix: 'QZABC', upcRange: '0614141' })
    const fix = 'Ask the operator to allow it for your account (spindle-hub accounts codes allow).'
    for (const codes of [
      { isrcPrefix: 'QZABC', upcRange: '0614141' },
      { isrcPrefix: 'QZXYZ', upcRange: '061414' },
    ]) {
      const { status, body } = await fixture.post(labelsPath, { name: 'Blue Lamp', ...codes })
      expect([status, body.error, body.errors]).toEqual([
        422,
        'validation_failed',
        [
          {
            pointer: '/isrcPrefix',
            code: 'not_allowed',
            detail: `The hub operator has not allowed the ISRC prefix ${codes.isrcPrefix} for this account.`,
            fix,
          },
          {
            pointer: '/upcRange',
            code: 'not_allowed',
            detail: `The hub operator has not allowed the UPC range ${codes.upcRange} for this account.`,
            fix,
          },
        ],
      ])
    }
  })

  it('lets two accounts have labels of the same name', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    await createLabel(fixture, { name: 'Blue Lamp' })
    const other = await createReleaseFixture(hub, 'Other')
    expect((await other.post(labelsPath, { name: 'Blue Lamp' })).status).toBe(201)
  })

  it('refuses defaults whose contributors no release could have', async () => {
    const { hub, fixture } = await sharedReleaseHub()
    const own = await createParty(fixture, { name: 'Ada' })
    const theirs = await createParty(await createReleaseFixture(hub, 'Other'), { name: 'Theirs' })
    const { status, body } = await fixture.post(labelsPath, {
      name: 'Blue Lamp',
      defaults: {
        contributors: [{ partyId: theirs.id, role: 'producer' }, { partyId: own.id }],
        trackDefaults: { contributors: [{ role: 'mixer' }, { partyId: own.id, role: 'composer' }] },
      },
    })
    expect([status, body.error]).toEqual([422, 'validation_failed'])
    expect(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/defaults/contributors/0/partyId', 'party_unknown'],
      ['/defaults/contributors/1/role', 'required'],
      ['/defaults/trackDefaults/contributors/0/name', 'required'],
    ])
  })

  it('refuses members that belong to one release, and defaults above 16 KiB', async () => {
    const { fixture } = await sharedReleaseHub()
    const post = (defaults: object) => fixture.post(labelsPath, { name: 'Blue Lamp', defaults })
    expect((await post({ upc: '0200000000110', label: 'Blue Lamp' })).body.errors).toMatchObject([
      { pointer: '/defaults/upc' },
      { pointer: '/defaults/label' },
    ])
    const contributors = Array.from({ length: 200 }, (_, index) => ({
      name: `${index}`.padEnd(100, 'x'),
      role: 'mixer',
    }))
    expect((await post({ contributors })).body.errors).toEqual([
      {
        pointer: '/defaults',
        code: 'max_length',
        detail: 'Defaults can have at most 16384 bytes as JSON, but these have 25418.',
        fix: 'Remove members that only some releases need.',
      },
    ])
  })
})
