import { describe, expect, it } from 'vitest'
import { freePort } from '../harness/free-port.ts'
import { mailSettings, partOf, startMailServer } from '../harness/mail-server.ts'
import { openShell, runOperatorCommand } from '../harness/operator.ts'

const settings = (port: number) => ({ ...mailSettings(port), SPINDLE_PUBLIC_URL: 'https://music.example' })

describe('mail test', () => {
  it('sends one message at once and prints the answer of the server', async () => {
    const server = await startMailServer()
    const result = await runOperatorCommand(['mail', 'test', 'mia@label.example'], settings(server.port))
    expect(result).toEqual({ code: 0, out: ['The mail server took the message: 250 queued as 4711'], err: [] })
    expect(server.received).toMatchObject([{ from: 'hub@music.example', to: ['mia@label.example'] }])
    const [mail] = server.received
    expect(mail && partOf(mail, 'text/plain')).toContain('The hub at https://music.example can send mail.')
  })

  it('prints what the server refuses, and the fix', async () => {
    const server = await startMailServer()
    server.refuse = (command) => (command === 'MAIL FROM' ? '550 5.7.1 Sender not allowed' : undefined)
    const { code, out, err } = await runOperatorCommand(['mail', 'test', 'mia@label.example'], settings(server.port))
    expect({ code, out }).toEqual({ code: 1, out: [] })
    expect(err).toEqual([
      expect.stringMatching(
        /^127\.0\.0\.1:\d+ did not take the message: .*550 5\.7\.1 Sender not allowed.* \(EENVELOPE 550\)$/,
      ),
      'Fix: check that hub@music.example (SPINDLE_MAIL_FROM) may send through this server',
    ])
  })

  it('says where no server answers', async () => {
    const port = await freePort()
    const { code, err } = await runOperatorCommand(['mail', 'test', 'mia@label.example'], settings(port))
    expect(code).toBe(1)
    expect(err[0]).toMatch(new RegExp(`^The connection to 127\\.0\\.0\\.1:${port} broke off: `))
  })

  it('refuses what is not an address, and a hub without the settings', async () => {
    const refused = await runOperatorCommand(['mail', 'test', 'mia'], settings(1))
    expect(refused).toMatchObject({ code: 2, out: [] })
    expect(refused.err.join('\n')).toContain('"mia" is not an email address such as mia@label.example')
    const unset = await runOperatorCommand(['mail', 'test', 'mia@label.example'], {})
    expect(unset).toMatchObject({ code: 2, out: [] })
    expect(unset.err.join('\n')).toContain('set SPINDLE_SMTP_URL and SPINDLE_MAIL_FROM')
  })
})

describe('people invite', () => {
  it('says whether the hub sends the link', async () => {
    const shell = await openShell()
    const made = await runOperatorCommand(['accounts', 'create', 'Night Label', '--json'], shell)
    const { id } = JSON.parse(made.out.join('\n'))
    const invite = (more: Record<string, string>) =>
      runOperatorCommand(['people', 'invite', 'mia@label.example', '--account', id], { ...shell, ...more })
    expect((await invite({})).err).toEqual(['Send this link to the person. It is not shown again.'])
    expect((await invite(settings(1))).err).toEqual([
      'The hub sends this link to the person by email. It is not shown again.',
    ])
  })
})
