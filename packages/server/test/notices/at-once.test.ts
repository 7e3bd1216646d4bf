import { beforeEach, describe, expect, it } from 'vitest'
import { signInLinkMail } from '../../src/features/mail/index.ts'
import type { AccountId, Id } from '../../src/platform/values/ids.ts'
import { undoAfterEach } from '../harness/cleanup.ts'
import { type NoticeDesk, openNoticeDesk } from '../harness/notices.ts'

/** What people are told within minutes. */

const start = '2026-05-01T08:00:00Z'
const releaseId = 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const minute = 60_000

undoAfterEach()

describe('notices at once', () => {
  let desk: NoticeDesk
  let night: AccountId
  let mia: Id<'usr'>
  beforeEach(async () => {
    desk = await openNoticeDesk(Date.parse(start))
    night = await desk.addAccount('Night Label')
    mia = await desk.addPerson('mia@label.example')
    await desk.join(night, mia)
  })
  const reject = (title: string, accountId = night) =>
    desk.happen(accountId, 'reviews', 'review_rejected', { id: releaseId, title, reason: 'No licence for the sample' })

  it('say the outcome of a review with its reason, and lead to the release', async () => {
    await reject('Blue Hour')
    expect(await desk.tell()).toEqual([
      {
        to: 'mia@label.example',
        kind: 'notice',
        subject: 'Night Label: “Blue Hour” was rejected by the reviewer',
        paragraphs: [
          '“Blue Hour” was rejected by the reviewer: No licence for the sample',
          'You get this message because you are a member of Night Label on music.example.',
        ],
        links: [
          `https://music.example/console/a/${night}/releases/${releaseId}`,
          `https://music.example/console/a/${night}/you`,
          `https://music.example/unsubscribe/${mia}/${night}`,
        ],
      },
    ])
    expect(await desk.countRows()).toEqual({ events: 0, tallies: 0 })
    expect(await desk.tell()).toEqual([])
  })

  it('say which store refused a release, why, and what to do', async () => {
    const facts = { id: releaseId, title: 'Blue Hour', outlet: 'north', reason: 'Track 2 has no audio' }
    await desk.happen(night, 'stores', 'delivery_refused', facts)
    const [mail] = await desk.tell()
    expect(mail?.subject).toBe('Night Label: North Store refused “Blue Hour”')
    expect(mail?.paragraphs.slice(0, 2)).toEqual([
      'North Store refused “Blue Hour”: Track 2 has no audio',
      'Open the release to see what the store found and how to fix it. Then submit the release again.',
    ])
  })

  it('collect what follows for 15 minutes', async () => {
    await reject('One')
    expect((await desk.tell()).length).toBe(1)
    for (const title of ['Two', 'Three']) await reject(title)
    desk.pass(14 * minute)
    expect(await desk.tell()).toEqual([])
    desk.pass(minute)
    const [mail] = await desk.tell()
    expect(mail?.subject).toBe('Night Label: 2 notices')
    expect(mail?.paragraphs).toEqual([
      'News of Night Label:',
      '2 releases were rejected by the reviewer:',
      '“Two” was rejected by the reviewer: No licence for the sample',
      '“Three” was rejected by the reviewer: No licence for the sample',
      'You get this message because you are a member of Night Label on music.example.',
    ])
  })

  it('reach each member of the account with a confirmed address, and no other person', async () => {
    const other = await desk.addAccount('Other Label')
    const people = [
      ['tom@label.example', night, {}],
      ['unproven@label.example', night, { isProven: false }],
      ['disabled@label.example', night, { isDisabled: true }],
      ['operator@hub.example', other, { isOperator: true }],
    ] as const
    for (const [email, accountId, options] of people) await desk.join(accountId, await desk.addPerson(email, options))
    await reject('Blue Hour')
    expect((await desk.tell()).map(({ to }) => to).sort()).toEqual(['mia@label.example', 'tom@label.example'])
  })

  it('name only the account that they are about', async () => {
    const other = await desk.addAccount('Other Label')
    await desk.join(other, mia)
    await reject('Blue Hour')
    await reject('Red Hour', other)
    const mails = await desk.tell()
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Night Label: “Blue Hour” was rejected by the reviewer',
      'Other Label: “Red Hour” was rejected by the reviewer',
    ])
    for (const { paragraphs, subject } of mails)
      expect(paragraphs.join(' ')).not.toMatch(subject.startsWith('Night') ? /Other|Red/ : /Night|Blue/)
  })

  it('do not reach a person who left, who chose never, or who chose daily notices', async () => {
    const [tom, kim, lee] = [
      await desk.addPerson('tom@label.example'),
      await desk.addPerson('kim@label.example'),
      await desk.addPerson('lee@label.example'),
    ]
    for (const id of [tom, kim, lee]) await desk.join(night, id)
    await desk.choose(kim, night, { reviews: 'never' })
    await desk.choose(lee, night, { reviews: 'daily' })
    await reject('One')
    await desk.tell()
    await reject('Two')
    await desk.tell()
    await desk.leave(night, tom)
    desk.pass(15 * minute)
    await reject('Three')
    expect((await desk.tell()).map(({ to }) => to)).toEqual(['mia@label.example'])
  })

  it('of an account that was erased can still be ended, which stores nothing', async () => {
    const erased = 'acc_01JD3MZ6V8Q4W9X2K7N5T0RHYZ' as AccountId
    await desk.unsubscribe(mia, erased)
    await desk.unsubscribe('usr_01JD3MZ6V8Q4W9X2K7N5T0RHYZ', night)
    await reject('Blue Hour')
    expect((await desk.tell()).map(({ to }) => to)).toEqual(['mia@label.example'])
  })

  it('keep control characters of a title out of headers', async () => {
    await reject('Blue\r\nBcc: eve@evil.example\r\n\r\nHour')
    const [mail] = await desk.tell()
    expect(mail?.subject).toBe('Night Label: “Blue Bcc: eve@evil.example Hour” was rejected by the reviewer')
  })

  it('stop at 200 a day for an account, which still gets its links, and wait for the daily notices', async () => {
    const people: Id<'usr'>[] = []
    for (let index = 0; index < 200; index++) people.push(await desk.addPerson(`p${index}@label.example`))
    for (const id of people) await desk.join(night, id)
    await reject('Blue Hour')
    expect((await desk.tell()).length).toBe(200)
    expect(await desk.countRows()).toEqual({ events: 0, tallies: 1 })
    const link = {
      kind: 'sign_in_link',
      to: 'mia@label.example',
      content: signInLinkMail({ hubUrl: 'https://music.example', link: 'https://music.example/console/sign-in#x' }),
      accountId: night,
    } as const
    expect(await desk.opened.database.transaction((trx) => desk.outbox.post(trx, link))).toBe(true)
    desk.at('2026-05-02T07:00:00Z')
    expect((await desk.tell()).map(({ kind }) => kind)).toEqual(['digest'])
  })
})

describe('notices of operators', () => {
  it('say what waits for review, of all accounts, unless it was decided meanwhile', async () => {
    const desk = await openNoticeDesk(Date.parse(start))
    const night = await desk.addAccount('Night Label')
    const mia = await desk.addPerson('mia@hub.example', { isOperator: true })
    await desk.join(night, await desk.addPerson('tom@label.example'))
    await desk.system.execute(
      `create or replace view releases_to_review with (security_invoker = true) as
       select id as account_id, '${releaseId}'::text as id from accounts`,
    )
    await desk.happen(night, 'waiting', 'review_waiting', { id: releaseId, title: 'Blue Hour' })
    await desk.happen(night, 'waiting', 'review_waiting', { id: 'rel_decided', title: 'Decided' })
    expect(await desk.tell()).toEqual([
      {
        to: 'mia@hub.example',
        kind: 'notice',
        subject: 'music.example: “Blue Hour” of Night Label was submitted for review',
        paragraphs: [
          '“Blue Hour” of Night Label was submitted for review.',
          'You get this message because you are an operator of music.example.',
        ],
        links: [
          'https://music.example/console/operator/reviews',
          'https://music.example/console/',
          `https://music.example/unsubscribe/${mia}/operator`,
        ],
      },
    ])
  })
})

describe('a hub', () => {
  it('that is held after a restore forgets all notices', async () => {
    const desk = await openNoticeDesk(Date.parse(start))
    const night = await desk.addAccount('Night Label')
    await desk.join(night, await desk.addPerson('mia@label.example'))
    await desk.happen(night, 'reviews', 'review_rejected', { title: 'Blue Hour' })
    await desk.run(true)
    expect(await desk.countRows()).toEqual({ events: 0, tallies: 0 })
    expect(desk.told).toEqual([])
  })

  it('without a mail server deletes events after two days', async () => {
    const desk = await openNoticeDesk(Date.now(), { SPINDLE_SMTP_URL: '', SPINDLE_MAIL_FROM: '' })
    const night = await desk.addAccount('Night Label')
    await desk.happen(night, 'reviews', 'review_rejected', { title: 'Blue Hour' })
    desk.pass(47 * 60 * minute)
    await desk.run()
    expect(await desk.countRows()).toEqual({ events: 1, tallies: 0 })
    desk.pass(2 * 60 * minute)
    await desk.run()
    expect(await desk.countRows()).toEqual({ events: 0, tallies: 0 })
  })
})
