import type { MailSettings } from '../../config/mail.ts'
import type { MailFailure } from './send-message.ts'

/** What went wrong with a test message, for an operator, and what to do. */
export function describeFailure(
  { code, detail, isFinal }: MailFailure,
  { smtp, from }: MailSettings,
): { readonly text: string; readonly fix: string } {
  const server = `${smtp.host}:${smtp.port}`
  const [kind = ''] = code.split(' ')
  const { what, fix } = isFinal
    ? {
        what: `${server} refuses the message`,
        fix: 'check the address; if it is right, ask the operator of the mail server',
      }
    : (causes[kind]?.({ server, sender: from.address }) ?? {
        what: `${server} did not take the message`,
        fix: `check that ${from.address} (SPINDLE_MAIL_FROM) may send through this server`,
      })
  return { text: `${what}: ${detail} (${code})`, fix }
}

interface Cause {
  readonly what: string
  readonly fix: string
}

type DescribeCause = (facts: { readonly server: string; readonly sender: string }) => Cause

const unreachable: DescribeCause = ({ server }) => ({
  what: `The connection to ${server} failed`,
  fix: 'check the host and the port in SPINDLE_SMTP_URL, and that the firewall and your hosting provider allow connections to this port',
})
const notEncrypted: DescribeCause = ({ server }) => ({
  what: `The connection to ${server} could not be encrypted`,
  fix: 'use smtps:// for port 465, smtp:// for port 587, and the host name that the certificate has. For a relay in your own network that has no TLS, add ?tls=off',
})

/** The network, or TLS: nodemailer has one code for both. */
const brokenOff: DescribeCause = ({ server }) => ({
  what: `The connection to ${server} broke off`,
  fix: 'check the host and the port in SPINDLE_SMTP_URL. Use smtps:// for port 465, smtp:// for port 587, and the host name that the certificate has',
})

/** By codes of nodemailer. */
const causes: Readonly<Record<string, DescribeCause>> = {
  EAUTH: ({ server }) => ({
    what: `${server} refuses the user or the password`,
    fix: 'check both in SPINDLE_SMTP_URL, with @ : / # in the password written as %40 %3A %2F %23',
  }),
  ECONNECTION: unreachable,
  ETIMEDOUT: unreachable,
  EABORT: unreachable,
  EDNS: unreachable,
  ESOCKET: brokenOff,
  ETLS: notEncrypted,
}
