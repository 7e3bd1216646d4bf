import { isMailable } from '../platform/values/mail-address.ts'
import type { Reader } from './reader.ts'

/** How the hub sends mail. */
export interface MailSettings {
  readonly smtp: SmtpServer
  readonly from: MailSender
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** From the first byte, after STARTTLS, or not at all. */
  readonly tls: 'implicit' | 'starttls' | 'off'
  readonly signIn: { readonly user: string; readonly password: string } | undefined
}

export interface MailSender {
  /** Empty without a name. */
  readonly name: string
  readonly address: string
}

const urlKey = 'SPINDLE_SMTP_URL'
const fromKey = 'SPINDLE_MAIL_FROM'

export const readMailing = (reader: Reader) => ({
  mail: readMail(reader),
  digestHour: reader.integer('SPINDLE_DIGEST_HOUR', 0, 23),
})

/** Undefined if the hub sends no mail. */
function readMail(reader: Reader): MailSettings | undefined {
  const [url, given] = [reader.text(urlKey), reader.text(fromKey)]
  if (url !== undefined && given === undefined)
    reader.fail(fromKey, `is required with ${urlKey}`, 'set the sender, such as Night Music <hub@music.example>')
  if (given !== undefined && url === undefined)
    reader.fail(fromKey, `is set without ${urlKey}`, `set ${urlKey} too, or remove ${fromKey}`)
  const smtp = url === undefined ? undefined : readServer(reader, url)
  const from = given === undefined ? undefined : readFrom(reader, given)
  return smtp && from && { smtp, from }
}

/** The value holds a password, so no problem repeats it. */
function readServer(reader: Reader, text: string): SmtpServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const user = url && decode(url.username)
  const password = url && decode(url.password)
  if (!url || !isServerUrl(url) || user === undefined || password === undefined)
    return reader.fail(
      urlKey,
      'is not an smtp:// or smtps:// URL',
      'use smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST:465, with @ : / # in the password written as %40 %3A %2F %23',
    )
  if ((user === '') !== (password === ''))
    return reader.fail(urlKey, 'has a user without a password, or a password without a user', 'set both, or neither')
  const tls = url.protocol === 'smtps:' ? 'implicit' : url.search === '' ? 'starttls' : 'off'
  if (tls === 'off' && user !== '')
    return reader.fail(
      urlKey,
      'would send the password without encryption',
      'remove ?tls=off, or remove the user and the password',
    )
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (tls === 'implicit' ? 465 : 587) : Number(url.port),
    tls,
    signIn: user === '' ? undefined : { user, password },
  }
}

function isServerUrl({ protocol, hostname, pathname, search, hash }: URL): boolean {
  const isKnown = protocol === 'smtps:' ? search === '' : protocol === 'smtp:' && ['', '?tls=off'].includes(search)
  return isKnown && hostname !== '' && ['', '/'].includes(pathname) && hash === ''
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** An address, or a name and an address in angle brackets. */
function readFrom(reader: Reader, text: string): MailSender | undefined {
  const named = /^(?<name>"[^<>"\p{Cc}]*"\s*|[^<>"\p{Cc}]*)<(?<address>[^<>]*)>$/u.exec(text)?.groups
  const address = named?.address ?? text
  if (isMailable(address)) return { name: (named?.name ?? '').replaceAll('"', '').trim(), address }
  return reader.fail(
    fromKey,
    `"${text}" is not an email address`,
    'use hub@music.example or Night Music <hub@music.example>',
  )
}
