import { beforeEach, describe, expect, it } from 'vitest'
import { lastDigestAt } from '../../src/features/notices/digest-hour.ts'
import type { AccountId, Id } from '../../src/platform/values/ids.ts'
import { undoAfterEach } from '../harness/cleanup.ts'
import { type NoticeDesk, openNoticeDesk, type Told } from '../harness/notices.ts'
import { createRandom } from '../harness/random.ts'

/** One message a day with what happened since the last one. */

undoAfterEach()

describe('the last digest', () => {
  it.each([
    ['2026-05-01T06:59:59Z', 7, '2026-04-30T07:00:00.000Z'],
    ['2026-05-01T07:00:00Z', 7, '2026-05-01T07:00:00.000Z'],
    ['2026-05-01T23:59:59Z', 0, '2026-05-01T00:00:00.000Z'],
    ['2026-05-01T22:00:00Z', 23, '2026-04-30T23:00:00.000Z'],
  ])('before %s at hour %i was due at %s', (now, hour, due) =>
    expect(lastDigestAt(Date.parse(now), hour).toISOString()).toBe(due),
  )
})

describe('daily notices', () => {
  let desk: NoticeDesk
  let night: AccountId
  let mia: Id<'usr'>
  beforeEach(async () => {
    desk = await openNoticeDesk(Date.parse('2026-05-01T08:00:00Z'))
    night = await desk.addAccount('Night Label')
    mia = await desk.addPerson('mia@label.example')
    await desk.join(night, mia)
  })
  const goLive = (title: string, count = 1) => desk.happen(night, 'releases', 'release_live', { title }, count)

  it('are one message for 10,000 events: counts, and the first five by name', async () => {
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await goLive(title)
    await goLive('Later', 9_995)
    await desk.happen(night, 'releases', 'release_taken_down', { title: 'Old' })
    expect(await desk.tell()).toEqual([])
    desk.at('2026-05-02T06:59:59Z')
    expect(await desk.tell()).toEqual([])
    desk.at('2026-05-02T07:00:00Z')
    expect(await desk.tell()).toEqual([
      {
        to: 'mia@label.example',
        kind: 'digest',
        subject: 'Night Label: 10,001 notices',
        paragraphs: [
          'The daily notices of Night Label:',
          '10,000 releases are live: “One”, “Two”, “Three”, “Four”, “Five” and 9,995 others.',
          '“Old” was taken down everywhere.',
          'You get this message because you are a member of Night Label on music.example.',
        ],
        links: [
          `https://music.example/console/a/${night}`,
          `https://music.example/console/a/${night}/you`,
          `https://music.example/unsubscribe/${mia}/${night}`,
        ],
      },
    ])
  })

  it('are not sent when nothing happened', async () => {
    await goLive('One')
    await desk.tell()
    desk.at('2026-05-02T07:00:00Z')
    expect((await desk.tell()).length).toBe(1)
    desk.at('2026-05-03T07:00:00Z')
    expect(await desk.tell()).toEqual([])
  })

  it('come once a day, also after an outage: what happens after them waits for the next day', async () => {
    await goLive('One')
    await desk.tell()
    desk.at('2026-05-02T09:30:00Z')
    expect((await desk.tell()).map(({ subject }) => subject)).toEqual(['Night Label: “One” is live'])
    await goLive('Two')
    for (const at of ['2026-05-02T09:31:00Z', '2026-05-02T23:59:00Z', '2026-05-03T06:59:00Z']) {
      desk.at(at)
      expect(await desk.tell()).toEqual([])
    }
    desk.at('2026-05-03T07:01:00Z')
    expect((await desk.tell()).map(({ subject }) => subject)).toEqual(['Night Label: “Two” is live'])
  })

  it('are not sent to people who left the account, chose never, or have no confirmed address', async () => {
    const others = [await desk.addPerson('tom@label.example'), await desk.addPerson('kim@label.example')] as const
    const [tom, kim] = others
    for (const id of others) await desk.join(night, id)
    await goLive('One')
    await desk.tell()
    await desk.leave(night, tom)
    await desk.choose(mia, night, { releases: 'never' })
    await desk.system.execute(`update users set email_proven_by = null where id = $1`, [kim])
    desk.at('2026-05-02T07:00:00Z')
    expect(await desk.tell()).toEqual([])
    expect(await desk.countRows()).toEqual({ events: 0, tallies: 0 })
  })

  it('are written once by two workers', async () => {
    for (let index = 0; index < 120; index++) {
      const id = await desk.addPerson(`p${index}@label.example`)
      await desk.join(night, id)
    }
    await goLive('One', 2_500)
    await Promise.all([desk.run(), desk.run()])
    desk.at('2026-05-02T07:00:00Z')
    await Promise.all([desk.run(), desk.run()])
    expect(desk.told.map(({ to }) => to).sort()).toEqual(
      [
        ...new Set(['mia@label.example', ...Array.from({ length: 120 }, (_, index) => `p${index}@label.example`)]),
      ].sort(),
    )
    expect(new Set(desk.told.map(({ subject }) => subject))).toEqual(new Set(['Night Label: 2,500 notices']))
  })

  it('are written once after a worker ended in the middle', async () => {
    for (let index = 0; index < 60; index++) await desk.join(night, await desk.addPerson(`p${index}@label.example`))
    await goLive('One')
    await desk.run()
    desk.at('2026-05-02T07:00:00Z')
    let left = 55
    desk.hooks.beforePost = async () => {
      if (left-- === 0) throw new Error('the process ended')
    }
    await expect(desk.run()).rejects.toThrow('the process ended')
    desk.hooks.beforePost = async () => {}
    await desk.run()
    const [row] = await desk.system.rows<{ mails: number }>(`select count(*)::int as mails from mail_outbox`)
    expect(row).toEqual({ mails: 61 })
    expect(new Set(desk.told.map(({ to }) => to)).size).toBe(61)
  })
})

describe('every event', () => {
  const dayMs = 24 * 60 * 60_000
  const countIn = ({ subject }: Told): number =>
    Number(/: ([\d,]+) notices$/.exec(subject)?.[1]?.replaceAll(',', '') ?? 1)

  it.each([1, 2, 3, 4])('is counted in exactly one daily message of each member (seed %i)', async (seed) => {
    const random = createRandom(seed)
    const startMs = Date.parse('2026-05-01T00:00:00Z')
    const desk = await openNoticeDesk(startMs)
    const labels: AccountId[] = []
    const expected = new Map<string, number>()
    for (const name of ['Night Label', 'Day Label']) {
      const id = await desk.addAccount(name)
      labels.push(id)
      for (const who of ['a', 'b']) {
        const email = `${who}.${name.slice(0, 3).trim().toLowerCase()}@label.example`
        await desk.join(id, await desk.addPerson(email))
        expected.set(email, 0)
      }
    }
    const kinds = [
      ['releases', 'release_live'],
      ['releases', 'release_taken_down'],
      ['files', 'report_imported'],
      ['files', 'job_done'],
    ] as const
    desk.told.length = 0
    for (let step = 0; step < 60; step++) {
      const [accountId, [topic, kind]] = [random.pick(labels), random.pick(kinds)]
      const count = random.integer(1, 40)
      if (random.chance(0.7)) {
        await desk.happen(accountId, topic, kind, { title: random.word(5) }, count)
        const isNight = accountId === labels[0]
        for (const [email, sum] of expected) if (email.includes('.nig') === isNight) expected.set(email, sum + count)
      }
      desk.pass(random.integer(0, 5 * 60 * 60_000))
      if (random.chance(0.8)) await Promise.all([desk.run(), desk.run()])
    }
    await desk.run()
    desk.pass(dayMs)
    await desk.run()
    const counted = new Map([...expected.keys()].map((email) => [email, 0]))
    for (const mail of desk.told) counted.set(mail.to, (counted.get(mail.to) ?? 0) + countIn(mail))
    expect(counted).toEqual(expected)
    expect(desk.told.every(({ kind }) => kind === 'digest')).toBe(true)
    expect(await desk.countRows()).toEqual({ events: 0, tallies: 0 })
  })
})
