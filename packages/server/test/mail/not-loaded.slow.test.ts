import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('nodemailer is not loaded before a message is sent', () => {
  const script = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const { sendTestMail } = await import(process.argv[1])
    const count = () => loaded.filter((url) => url.includes('/nodemailer/')).length
    const before = count()
    const smtp = { host: '127.0.0.1', port: 9, tls: 'off', signIn: undefined }
    const from = { name: '', address: 'hub@music.example' }
    const to = { to: 'mia@label.example', hubUrl: 'https://music.example', id: '1' }
    const { isSent } = await sendTestMail({ smtp, from }, to)
    console.log(JSON.stringify({ before, isSent, after: count() }))`
  const module = new URL('../../src/features/mail/index.ts', import.meta.url).href
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script, module], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual({
    before: 0,
    isSent: false,
    after: expect.toSatisfy((count: number) => count > 0),
  })
})
