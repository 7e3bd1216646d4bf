import { beforeAll, describe, expect, it } from 'vitest'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import { createLabel } from '../harness/labels.ts'
import { operatorOf } from '../harness/operator.ts'
import { createReleaseFixture, type ReleaseFixture } from '../harness/releases.ts'

describe('accounts codes', () => {
  let hub: TestHub
  let own: ReleaseFixture
  let other: ReleaseFixture
  beforeAll(async () => {
    hub = await startTestHub({ role: 'api' })
    own = await createReleaseFixture(hub, 'Night Label')
    other = await createReleaseFixture(hub, 'Other')
  })
  const run = (what: string, { account }: ReleaseFixture, ...options: string[]) =>
    operatorOf(hub)('accounts', 'codes', what, account.accountId, ...options)

  it('allow a prefix and a range once, list them, and remove them', async () => {
    const both = ['--isrc-prefix', 'QZABC', '--upc-range', '0614141']
    const lines = ['ISRC prefix  QZABC', 'UPC range    0614141  (614141000005 to 614141999996)']
    expect(await run('list', own)).toEqual({
      code: 0,
      out: [],
      err: ['The account has none: its releases get codes from the usual source.'],
    })
    expect(await run('allow', own, ...both)).toEqual({
      code: 0,
      out: [],
      err: ['Labels of the account may now have:', ...lines],
    })
    expect(await run('allow', own, ...both)).toEqual({ code: 0, out: [], err: ['Already allowed.'] })
    expect(await run('list', own)).toEqual({ code: 0, out: lines, err: [] })
    expect(JSON.parse((await run('list', own, '--json')).out.join('\n'))).toMatchObject([
      { kind: 'isrc', prefix: 'QZABC' },
      { kind: 'upc', prefix: '0614141' },
    ])
    expect(await run('list', other)).toMatchObject({ out: [] })
    expect(await run('remove', other, ...both)).toEqual({ code: 0, out: [], err: ['It was not allowed.'] })
    expect(await run('remove', own, ...both)).toEqual({
      code: 0,
      out: [],
      err: ['QZABC was removed.', '0614141 was removed.'],
    })
    expect(
      await hub.opened.database.system.rows(
        "select type, actor ->> 'type' as actor, data from hub_audit_events where type like 'codes.%' order by id",
      ),
    ).toEqual([
      {
        type: 'codes.allowed',
        actor: 'operator',
        data: { account: own.account.accountId, isrcPrefix: 'QZABC', upcRange: '0614141' },
      },
      {
        type: 'codes.removed',
        actor: 'operator',
        data: { account: own.account.accountId, isrcPrefix: 'QZABC', upcRange: '0614141' },
      },
    ])
  })

  it('give a prefix, and every code of a range, to one account', async () => {
    await run('allow', own, '--isrc-prefix', 'QZONE', '--upc-range', '4006381')
    expect(await run('allow', other, '--isrc-prefix', 'QZONE')).toMatchObject({
      code: 1,
      err: [expect.stringContaining('Another account has the ISRC prefix QZONE.')],
    })
    for (const range of ['4006381', '400638', '40063817'])
      expect(await run('allow', other, '--upc-range', range)).toMatchObject({
        code: 1,
        err: [expect.stringContaining(`The UPC range ${range} shares codes with a range that is already allowed.`)],
      })
    expect((await run('allow', other, '--upc-range', '4006382')).code).toBe(0)
  })

  it('keep what a label has', async () => {
    await run('allow', own, '--isrc-prefix', 'QZUSE')
    await createLabel(own, { name: 'Blue Lamp', isrcPrefix: 'QZUSE' })
    expect(await run('remove', own, '--isrc-prefix', 'QZUSE')).toMatchObject({
      code: 1,
      err: [expect.stringContaining('The label "Blue Lamp" has the ISRC prefix QZUSE. Ask the account to remove it')],
    })
    expect((await run('list', own)).out).toContain('ISRC prefix  QZUSE')
  })

  it.each([
    [[], 2, 'Give --isrc-prefix, --upc-range or both'],
    [['--isrc-prefix', 'QZABCD'], 1, '"QZABCD" is not an ISRC prefix. Give two capital letters'],
    [['--upc-range', '00000012'], 1, '"00000012" is not a GS1 company prefix. Give 6 to 11 digits'],
    [['--upc-range', '614141000005'], 1, '"614141000005" is not a GS1 company prefix. Give 6 to 11 digits'],
  ])('refuse %j', async (options, code, message) => {
    const answer = await run('allow', own, ...options)
    expect([answer.code, answer.err[0]]).toEqual([code, expect.stringContaining(message)])
  })

  it('refuse the prefix of the hub and an unknown account', async () => {
    const shared = await startTestHub({ role: 'api', environment: { SPINDLE_ISRC_PREFIX: 'QZHUB' } })
    const { account } = await createReleaseFixture(shared)
    await expect(shared.hub.releases.allowedCodes.allow(account.accountId, { isrcPrefix: 'QZHUB' })).rejects.toThrow(
      'All accounts get ISRCs of the prefix QZHUB (SPINDLE_ISRC_PREFIX).',
    )
    expect(await operatorOf(hub)('accounts', 'codes', 'list', 'acc_00000000000000000000000000')).toMatchObject({
      code: 2,
      err: [expect.stringContaining('Unknown account'), expect.any(String)],
    })
  })
})
