import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { MailSending } from '../../src/features/mail/index.ts'
import { atEnd } from './cleanup.ts'

/** A mail server that stores what it receives and refuses what a test decides. */

/** For this test only, for 127.0.0.1, and valid for a century. */
export const mailCertificate = `-----BEGIN CERTIFICATE-----
MIIBrzCCAVWgAwIBAgIUZs+TjQ+ftZFDjC19ma7F0M3IvWMwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyODAyMTkwN1oYDzIxMjYx
MTA0MDIxOTA3WjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAASdNeRZJslzdiwdydPA/dH3ClcvH2gyAlvHHn2U7Y4P32Nd
w6hwLQkzP8ctTYPkjfjAfNktVVf9sd7+H4osligno30wezAdBgNVHQ4EFgQUNcGN
QGooMaqF6or9yYWXD3q5QzkwHwYDVR0jBBgwFoAUNcGNQGooMaqF6or9yYWXD3q5
QzkwDwYDVR0TAQH/BAUwAwEB/zAoBgNVHREEITAfggxtYWlsLmV4YW1wbGWCCWxv
Y2FsaG9zdIcEfwAAATAKBggqhkjOPQQDAgNIADBFAiEAuhutc+bjAt0g4EVdQMlL
QZMM8Cc47kYZXuBsEjVX7yUCIB2KtOV83Mpv39ELq+9QqOC579jhGnBaPUZd1csQ
jrqX
-----END CERTIFICATE-----`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgotz9ORpeZTtahsRH
ap0FX2N1yh7A7D3N2H6bXaIvqJOhRANCAASdNeRZJslzdiwdydPA/dH3ClcvH2gy
AlvHHn2U7Y4P32Ndw6hwLQkzP8ctTYPkjfjAfNktVVf9sd7+H4oslign
-----END PRIVATE KEY-----`

export const mailUser = { user: 'spindle@music.example', password: 'sea:side/4#' } as const

export interface MailServer {
  readonly port: number
  readonly received: ReceivedMail[]
  /** The answer to a command, such as `550 5.1.1 No such user`; undefined to accept it. */
  refuse: (command: RefusedCommand, value: string) => string | undefined
  close(): Promise<void>
}

export type RefusedCommand = 'MAIL FROM' | 'RCPT TO' | 'DATA'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Undefined without a sign-in. */
  readonly user: string | undefined
  readonly isEncrypted: boolean
  readonly raw: string
}

export interface MailServerOptions {
  readonly tls?: 'implicit' | 'starttls' | 'off'
  readonly needsSignIn?: boolean
  readonly port?: number
}

export async function startMailServer({
  tls = 'off',
  needsSignIn = false,
  port = 0,
}: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusal = (command: RefusedCommand, value: string): Error | undefined => {
    const answer = made.refuse(command, value)
    const [, code, message] = /^(\d{3}) (.*)$/.exec(answer ?? '') ?? []
    return code === undefined ? undefined : Object.assign(new Error(message), { responseCode: Number(code) })
  }
  const server = new SMTPServer({
    secure: tls === 'implicit',
    key,
    cert: mailCertificate,
    logger: false,
    closeTimeout: 100,
    authOptional: !needsSignIn,
    disabledCommands: tls === 'off' ? ['STARTTLS', 'AUTH'] : needsSignIn ? [] : ['AUTH'],
    onAuth({ username, password }, _session, done) {
      const isRight = username === mailUser.user && password === mailUser.password
      if (isRight) done(null, { user: username })
      else done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }))
    },
    onMailFrom: ({ address }, _session, done) => done(refusal('MAIL FROM', address)),
    onRcptTo: ({ address }, _session, done) => done(refusal('RCPT TO', address)),
    onData(stream, { envelope, user, secure }, done) {
      const take = (raw: string): void => {
        const refused = refusal('DATA', raw)
        if (!refused) {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          const to = envelope.rcptTo.map(({ address }) => address)
          received.push({ from, to, user: user as string | undefined, isEncrypted: secure, raw })
        }
        done(refused, 'queued as 4711')
      }
      void text(stream).then(take)
    },
  })
  // Of clients that leave in the middle.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  let closing: Promise<void> | undefined
  const made: MailServer = {
    port: (server.server.address() as AddressInfo).port,
    received,
    refuse: () => undefined,
    close: () => (closing ??= new Promise<void>((resolve) => server.close(resolve))),
  }
  atEnd(() => made.close())
  return made
}

export const mailSettings = (port: number) => ({
  SPINDLE_SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
  SPINDLE_MAIL_FROM: 'Night Music <hub@music.example>',
})

/** Retries come at once. */
export const quickMail: MailSending = { retryDelaysMs: [20] }

/** Header fields by their name in lower case, unfolded. */
export function headersOf({ raw }: Pick<ReceivedMail, 'raw'>): Readonly<Record<string, string>> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

/** The decoded part of this type. */
export function partOf({ raw }: Pick<ReceivedMail, 'raw'>, type: 'text/plain' | 'text/html'): string {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const content = body.join('\n\n').replaceAll('\r\n', '\n')
  if (/base64/i.test(head)) return Buffer.from(content, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return content
  const bytes = content
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
