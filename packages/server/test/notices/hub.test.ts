import { beforeAll, describe, expect, it } from 'vitest'
import { createTestAccount, type TestAccount } from '../harness/accounts.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestHub, type TestHub } from '../harness/hub.ts'
import {
  headersOf,
  type MailServer,
  mailSettings,
  partOf,
  quickMail,
  type ReceivedMail,
  startMailServer,
} from '../harness/mail-server.ts'
import { inviteMember, setUpOperator, type TestPerson } from '../harness/people.ts'
import { coverJpeg, shortMaster, storeFile, submittableRelease, untilLive } from '../harness/submittable.ts'

/** What people get by mail from a hub with a worker and a real mail server, and how they end it. */

const releasesPath = '/api/v1/music-distributor/releases'

describe('a hub with a mail server', () => {
  let server: MailServer
  let hub: TestHub
  let operator: TestPerson
  let member: TestPerson
  let account: TestAccount
  let label: { readonly url: string; readonly key: string }
  let [audio, cover, serial] = ['', '', 0]
  beforeAll(async () => {
    server = await startMailServer()
    hub = await startTestHub({
      environment: { ...mailSettings(server.port), SPINDLE_REVIEW: 'manual', SPINDLE_SANDBOX_OUTLET: 'on' },
      overrides: { mail: quickMail, jobPollMs: 20 },
    })
    operator = await setUpOperator(hub)
    account = await createTestAccount(hub, 'Other Label')
    member = await inviteMember(hub, { accountId: account.accountId, role: 'viewer', email: 'tom@label.example' })
    label = { url: hub.url, key: await account.key() }
    audio = await storeFile(label, 'audio/wav', shortMaster(3))
    cover = await storeFile(label, 'image/jpeg', await coverJpeg())
    await eventually(() => server.received.length > 0, { what: 'the invitation' })
    server.received.length = 0
  })
  const sendNotices = () =>
    hub.opened.database.system.row(
      `select graphile_worker.add_job('sendNotices', '{}'::json, job_key => 'test', queue_name => 'test')`,
    )
  const received = (to: string, text: string): Promise<ReceivedMail> =>
    eventually(
      async () => {
        // A person who was told a moment ago would wait for a quarter of an hour.
        await hub.opened.database.system.execute(`update notice_settings set told_at = null`)
        await sendNotices()
        return server.received.find((mail) => mail.to.includes(to) && partOf(mail, 'text/plain').includes(text))
      },
      { what: `a message for ${to}`, timeoutMs: 60_000 },
    )
  const submit = async (title: string, more: object = {}): Promise<string> => {
    const body = {
      ...submittableRelease({ title, uploadId: audio, coverUploadId: cover, serial: ++serial }),
      ...more,
      submit: true,
    }
    return (await hub.json('POST', releasesPath, { key: label.key, body })).body.id
  }
  const decide = async (id: string, what: string, body: object): Promise<void> => {
    const { status } = await operator.ask('POST', `/console/api/operator/reviews/${id}/${what}`, body)
    expect(status).toBe(204)
  }

  it('tells the operator what waits, and the member how the review ended', async () => {
    const id = await submit('Blue Hour')
    const asked = await received('mia@hub.example', '“Blue Hour” of Other Label was submitted for review.')
    expect(partOf(asked, 'text/plain')).toContain(`Open the reviews: ${hub.url}/console/operator/reviews`)
    await decide(id, 'reject', { revision: 1, code: 'rights', reason: 'No licence\r\nBcc: eve@evil.example' })
    const told = await received('tom@label.example', '“Blue Hour” was rejected by the reviewer')
    expect(partOf(told, 'text/plain')).toContain(
      '“Blue Hour” was rejected by the reviewer: No licence Bcc: eve@evil.example',
    )
    expect(partOf(told, 'text/html')).toContain(
      `<a href="${hub.url}/console/a/${account.accountId}/releases/${id}">Open the page</a>`,
    )
    expect(headersOf(told)).not.toHaveProperty('bcc')
    expect(server.received.filter(({ to }) => to.includes('mia@hub.example')).length).toBe(1)
  })

  it('collects what goes live and down for the daily message, and tells no update', async () => {
    const id = await submit('Red Hour')
    await decide(id, 'approve', { revision: 1 })
    await received('tom@label.example', '“Red Hour” was approved by the reviewer.')
    await untilLive(label, id)
    await hub.json('PATCH', `${releasesPath}/${id}`, { key: label.key, body: { title: 'Red Hours' } })
    await hub.json('POST', `${releasesPath}/${id}/submit`, { key: label.key })
    await decide(id, 'approve', { revision: 2 })
    await received('tom@label.example', '“Red Hours” was approved by the reviewer.')
    await untilLive(label, id)
    await hub.json('POST', `${releasesPath}/${id}/takedown`, { key: label.key, body: { reason: 'Rights ended' } })
    const collected = await eventually(
      async () => {
        await sendNotices()
        const rows = await hub.opened.database.system.rows<{ kind: string; count: number; title: string }>(
          `select kind, count::int, first -> 0 ->> 'title' as title from notice_tallies
           where topic = 'releases' order by kind`,
        )
        return rows.length > 1 && rows
      },
      { what: 'the daily notices' },
    )
    expect(collected).toEqual([
      { kind: 'release_live', count: 1, title: 'Red Hour' },
      { kind: 'release_taken_down', count: 1, title: 'Red Hours' },
    ])
  })

  it('tells once that a store refused a release, with its reason', async () => {
    const id = await submit('Grey Hour', { metadata: { 'sandbox.outcome': 'refuse:rights_conflict' } })
    await decide(id, 'approve', { revision: 1 })
    const told = await received('tom@label.example', 'Sandbox refused “Grey Hour”')
    const text = partOf(told, 'text/plain')
    expect(text).toContain(
      'Sandbox refused “Grey Hour”: The sandbox refused the release, as set in its metadata: rights_conflict.',
    )
    expect(text).not.toContain('could not be delivered')
    await sendNotices()
    const others = await hub.opened.database.system.rows(`select kind from notice_tallies where topic = 'stores'`)
    expect(others).toEqual([])
  })

  it('ends notices by one request of the mail program, and by the button of the page that the link opens', async () => {
    const id = await submit('Green Hour')
    await decide(id, 'request-changes', { revision: 1, issues: [{ pointer: '/title', note: 'As on the cover.' }] })
    const told = await received(
      'tom@label.example',
      'The reviewer asks for changes to “Green Hour”: /title: As on the cover.',
    )
    const headers = headersOf(told)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const [, url = ''] = /^<([^>]+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? []
    expect(url.startsWith(`${hub.url}/notices/unsubscribe/`)).toBe(true)
    expect(partOf(told, 'text/plain')).toContain(`Unsubscribe: ${url}`)
    const choices = async () => (await member.ask('GET', '/console/api/me/notices')).body.accounts
    const before = [
      { accountId: account.accountId, reviews: 'at_once', stores: 'at_once', releases: 'daily', files: 'daily' },
    ]
    const page = await fetch(url)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await page.text()).toContain(`<form method="post" action="${new URL(url).pathname}">`)
    expect(await choices()).toEqual(before)
    const oneClick = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(oneClick.status).toBe(200)
    expect(await choices()).toEqual([
      { accountId: account.accountId, reviews: 'never', stores: 'never', releases: 'never', files: 'never' },
    ])
    const again = await fetch(url, { method: 'POST', body: new URLSearchParams() })
    expect(again.status).toBe(200)
  })

  it.each(['GET', 'POST'])('refuses a changed link (%s)', async (method) => {
    const changed = `${hub.url}/notices/unsubscribe/01JD3MZ6V8Q4W9X2K7N5T0RHYB.${account.accountId.slice(4)}.${'A'.repeat(22)}`
    for (const url of [changed, `${hub.url}/notices/unsubscribe/x`]) {
      const answer = await fetch(url, { method, ...(method === 'POST' && { body: new URLSearchParams() }) })
      expect(answer.status).toBe(404)
      expect(await answer.text()).toContain('This link is incomplete, or another hub made it.')
    }
  })
})
