import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './problems.ts'

const from = { SPINDLE_MAIL_FROM: 'Night Music <hub@music.example>' }
const read = (url: string) => readConfig({ SPINDLE_SMTP_URL: url, ...from }).mail
const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

describe('the settings of mail', () => {
  it('are optional, together', () => {
    expect(readConfig({}).mail).toBeUndefined()
    expect(problemsOf({ SPINDLE_SMTP_URL: 'smtp://mail.example' })).toEqual([
      {
        key: 'SPINDLE_MAIL_FROM',
        problem: 'is required with SPINDLE_SMTP_URL',
        fix: 'set the sender, such as Night Music <hub@music.example>',
      },
    ])
    expect(problemsOf(from)).toMatchObject([{ key: 'SPINDLE_MAIL_FROM', problem: 'is set without SPINDLE_SMTP_URL' }])
  })

  it.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'starttls', signIn: undefined }],
    ['smtp://mail.example:25/?tls=off', { host: 'mail.example', port: 25, tls: 'off', signIn: undefined }],
    ['smtp://[::1]:2525?tls=off', { host: '::1', port: 2525, tls: 'off', signIn: undefined }],
    [
      'smtps://hub%40music.example:sea%3Aside%2F4%23@mail.example',
      {
        host: 'mail.example',
        port: 465,
        tls: 'implicit',
        signIn: { user: 'hub@music.example', password: 'sea:side/4#' },
      },
    ],
  ])('read %s', (url, smtp) => {
    expect(read(url)).toEqual({ smtp, from: { name: 'Night Music', address: 'hub@music.example' } })
  })

  it.each([
    ['mail.example:587', 'is not an smtp:// or smtps:// URL'],
    ['https://u:topsecret@mail.example', 'is not an smtp:// or smtps:// URL'],
    ['smtp://u:topsecret@mail.example/x', 'is not an smtp:// or smtps:// URL'],
    ['smtp://u:top#secret@mail.example', 'is not an smtp:// or smtps:// URL'],
    ['smtp://u:topsecret%@mail.example', 'is not an smtp:// or smtps:// URL'],
    ['smtps://u:topsecret@mail.example?tls=off', 'is not an smtp:// or smtps:// URL'],
    ['smtp://u:topsecret@', 'is not an smtp:// or smtps:// URL'],
    ['smtp://topsecret@mail.example', 'has a user without a password, or a password without a user'],
    ['smtp://u:topsecret@mail.example?tls=off', 'would send the password without encryption'],
  ])('refuse %s, without repeating the password', (url, problem) => {
    const problems = problemsOf({ SPINDLE_SMTP_URL: url, ...from })
    expect(problems).toMatchObject([{ key: 'SPINDLE_SMTP_URL', problem }])
    expect(JSON.stringify(problems)).not.toContain('secret')
  })

  it.each([
    ['hub@music.example', { name: '', address: 'hub@music.example' }],
    ['"Night, Music" <hub@music.example>', { name: 'Night, Music', address: 'hub@music.example' }],
    ['<hub@music.example>', { name: '', address: 'hub@music.example' }],
  ])('read the sender %s', (text, sender) => {
    expect(readConfig({ SPINDLE_SMTP_URL: 'smtp://mail.example', SPINDLE_MAIL_FROM: text }).mail?.from).toEqual(sender)
  })

  it.each([
    'Night Music',
    'a@b, c@d',
    'A <a@b> <c@d>',
    'A\r\nBcc: eve@evil.example <hub@music.example>',
    '"a"@music.example',
  ])('refuse the sender %j', (text) => {
    expect(problemsOf({ SPINDLE_SMTP_URL: 'smtp://mail.example', SPINDLE_MAIL_FROM: text })).toMatchObject([
      { key: 'SPINDLE_MAIL_FROM', fix: 'use hub@music.example or Night Music <hub@music.example>' },
    ])
  })
})
