import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import type { MailSettings } from '../../src/config/mail.ts'
import { invitationMail } from '../../src/features/mail/index.ts'
import { writeMessage } from '../../src/features/mail/message.ts'
import { type MailNetwork, sendMessage } from '../../src/features/mail/send-message.ts'
import { atEnd } from '../harness/cleanup.ts'
import { freePort } from '../harness/free-port.ts'
import { headersOf, mailCertificate, mailUser, partOf, startMailServer } from '../harness/mail-server.ts'

/** One message to a mail server, over real connections. */

const trusting: MailNetwork = { ca: mailCertificate, stepMs: 30_000, totalMs: 60_000 }
const content = invitationMail({
  hubUrl: 'https://music.example',
  accountName: 'Night & <Label>',
  inviter: 'Mia Blue',
  role: 'viewer',
  link: 'https://music.example/console/invitation#secret',
})
const message = {
  ...writeMessage('tom@label.example', content),
  messageId: '<eml_1@music.example>',
  at: new Date('2026-05-01T08:00:00Z'),
}
const settingsFor = (url: string): MailSettings => {
  const { mail } = readConfig({ SPINDLE_SMTP_URL: url, SPINDLE_MAIL_FROM: 'Night Music <hub@music.example>' })
  if (!mail) throw new Error('no mail settings')
  return mail
}
const send = (url: string, changes: Partial<typeof message> = {}, network = trusting) =>
  sendMessage({ ...settingsFor(url), network }, { ...message, ...changes })
const plain = (port: number) => `smtp://127.0.0.1:${port}?tls=off`
const signedIn = (scheme: string, port: number, password: string = mailUser.password) =>
  `${scheme}://${encodeURIComponent(mailUser.user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`

describe('a message', () => {
  it('has the sender, the recipient, text and HTML, and marks itself as automatic', async () => {
    const server = await startMailServer()
    expect(await send(plain(server.port))).toEqual({ isSent: true, answer: '250 queued as 4711' })
    const [mail] = server.received
    if (!mail) throw new Error('nothing arrived')
    expect(mail).toMatchObject({ from: 'hub@music.example', to: ['tom@label.example'], isEncrypted: false })
    expect(headersOf(mail)).toEqual({
      'auto-submitted': 'auto-generated',
      'content-type': expect.stringMatching(/^multipart\/alternative;/),
      date: 'Fri, 01 May 2026 08:00:00 +0000',
      from: 'Night Music <hub@music.example>',
      'message-id': '<eml_1@music.example>',
      'mime-version': '1.0',
      subject: 'Invitation to Night & <Label> on music.example',
      to: 'tom@label.example',
    })
    expect(partOf(mail, 'text/plain').trim()).toBe(
      `Mia Blue invites you to join the account Night & <Label> on music.example as viewer. Open this link to accept:

https://music.example/console/invitation#secret

The link works once, for 7 days. If you do not know the sender, ignore this message: nothing happens without the link.`,
    )
    const html = partOf(mail, 'text/html')
    expect(html).toContain('the account Night &amp; &lt;Label&gt; on music.example')
    expect(html).toContain('<a href="https://music.example/console/invitation#secret">Accept the invitation</a>')
    expect(html).not.toMatch(/<img|<script|style=/)
  })

  it.each([
    ['a subject', { subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\nBody' }],
    ['an address', { to: 'tom@label.example\r\nBcc: eve@evil.example' }],
    ['an address with a comma', { to: 'tom@label.example,eve@evil.example' }],
    ['an address with brackets', { to: 'tom@label.example> <eve@evil.example' }],
    ['a quoted address', { to: '"eve@evil.example x"@label.example' }],
  ])('with %s that would add a header or a recipient adds none', async (_what, changes) => {
    const server = await startMailServer()
    const outcome = await send(plain(server.port), changes)
    expect(server.received.flatMap(({ to }) => to).filter((to) => to !== 'tom@label.example')).toEqual([])
    expect(server.received.map((mail) => headersOf(mail).bcc)).toEqual(server.received.map(() => undefined))
    if ('to' in changes) expect(outcome).toMatchObject({ isSent: false, isFinal: true, code: 'EADDRESS' })
    else expect(outcome.isSent).toBe(true)
  })
})

describe('a mail server', () => {
  it.each(['implicit', 'starttls'] as const)('with TLS (%s) gets the user and the password', async (tls) => {
    const server = await startMailServer({ tls, needsSignIn: true })
    const scheme = tls === 'implicit' ? 'smtps' : 'smtp'
    expect(await send(signedIn(scheme, server.port))).toMatchObject({ isSent: true })
    expect(server.received).toMatchObject([{ user: 'spindle@music.example', isEncrypted: true }])
    expect(await send(signedIn(scheme, server.port, 'wrong'))).toMatchObject({ code: 'EAUTH 535', isFinal: false })
  })

  it('without STARTTLS, or with a certificate that the system does not trust, gets nothing', async () => {
    const bare = await startMailServer()
    expect(await send(`smtp://127.0.0.1:${bare.port}`)).toMatchObject({
      isSent: false,
      isFinal: false,
      code: 'ETLS 500',
    })
    const strange = await startMailServer({ tls: 'implicit' })
    const outcome = await send(`smtps://127.0.0.1:${strange.port}`, {}, { stepMs: 30_000, totalMs: 60_000 })
    expect(outcome).toMatchObject({ isSent: false, isFinal: false, code: 'ESOCKET' })
    expect([...bare.received, ...strange.received]).toEqual([])
  })

  it.each([
    ['MAIL FROM', '550 5.7.1 Sender refused', 'EENVELOPE 550', false],
    ['RCPT TO', '450 4.2.0 Greylisted', 'EENVELOPE 450', false],
    ['RCPT TO', '550 5.1.1 No such user', 'EENVELOPE 550', true],
    ['DATA', '554 5.7.1 Spam', 'EMESSAGE 554', true],
  ] as const)('that answers %s with %s: %s, final: %s', async (command, answer, code, isFinal) => {
    const server = await startMailServer()
    server.refuse = (asked) => (asked === command ? answer : undefined)
    expect(await send(plain(server.port))).toMatchObject({ isSent: false, code, isFinal })
  })

  it('that is down or silent is left after the time limit', async () => {
    expect(await send(plain(await freePort()))).toMatchObject({ isSent: false, isFinal: false })
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    atEnd(() => silent.close())
    const { port } = silent.address() as { readonly port: number }
    const network = { stepMs: 50, totalMs: 60_000 }
    expect(await send(plain(port), {}, network)).toMatchObject({ isSent: false, isFinal: false, code: 'ETIMEDOUT' })
    const total = { stepMs: 60_000, totalMs: 50 }
    expect(await send(plain(port), {}, total)).toMatchObject({ isSent: false, isFinal: false, code: 'EABORT' })
  })
})
