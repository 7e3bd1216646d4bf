import type { MailSettings, SmtpServer } from '../../config/mail.ts'
import { isMailable } from '../../platform/values/mail-address.ts'
import type { MailMessage } from './message.ts'

/** One message to the mail server, over a connection of its own. No step waits longer than its time limit. */

export interface MailNetwork {
  /** Certificates to trust in place of those of the system. */
  readonly ca?: string
  /** For each step: connecting, the greeting, every answer. */
  readonly stepMs: number
  /** For all of them together. */
  readonly totalMs: number
}

export const mailNetwork: MailNetwork = { stepMs: 15_000, totalMs: 60_000 }

export type MailOutcome = MailSent | MailFailure

export interface MailSent {
  readonly isSent: true
  /** The answer of the server. */
  readonly answer: string
}

export interface MailFailure {
  readonly isSent: false
  /** Another attempt is useless: the server refuses this recipient or this message. */
  readonly isFinal: boolean
  /** Such as `EAUTH 535`. Safe to store and to log. */
  readonly code: string
  /** What the server or the system said. It can repeat the address and the text: only for the operator who sent a test. */
  readonly detail: string
}

export interface Sending extends MailSettings {
  readonly network: MailNetwork
}

export interface SentMessage extends MailMessage {
  /** The same for every attempt. */
  readonly messageId: string
  readonly at: Date
}

export async function sendMessage({ smtp, from, network }: Sending, message: SentMessage): Promise<MailOutcome> {
  const { to, subject, text, html, messageId, at, unsubscribeUrl } = message
  if (!isMailable(to)) return { isSent: false, isFinal: true, code: 'EADDRESS', detail: 'This is not an email address' }
  // Imported when something is sent: a start has no use for it.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(smtp, network))
  try {
    const { response } = await transport.sendMail({
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to: [to] },
      subject,
      text,
      html,
      messageId,
      date: at,
      // RFC 3834 section 5: replies of machines to it are unwanted.
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(unsubscribeUrl !== undefined && unsubscribing(unsubscribeUrl)),
      },
      xMailer: false,
      signal: AbortSignal.timeout(network.totalMs),
    })
    return { isSent: true, answer: response }
  } catch (error) {
    return failureOf(error as SmtpError)
  } finally {
    transport.close()
  }
}

/** RFC 8058: the mail program sends this as a form, without a person who reads a page. */
const unsubscribing = (url: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${url}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const transportOptions = ({ host, port, tls, signIn }: SmtpServer, { stepMs, ca }: MailNetwork) => ({
  host,
  port,
  secure: tls === 'implicit',
  requireTLS: tls === 'starttls',
  ignoreTLS: tls === 'off',
  ...(signIn && { auth: { user: signIn.user, pass: signIn.password } }),
  ...(ca !== undefined && { tls: { ca } }),
  connectionTimeout: stepMs,
  greetingTimeout: stepMs,
  socketTimeout: stepMs,
  dnsTimeout: stepMs,
  disableFileAccess: true,
  disableUrlAccess: true,
})

interface SmtpError extends Error {
  readonly code?: string
  readonly responseCode?: number
  readonly command?: string
}

/**
 * A refused sign-in or sender is a mistake in the settings, which the operator can correct before the message expires; a
 * refused recipient or text stays refused.
 */
function failureOf({ code = 'ERROR', responseCode, command = '', message }: SmtpError): MailFailure {
  const isRefused = responseCode !== undefined && responseCode >= 500
  return {
    isSent: false,
    isFinal: isRefused && (command === 'RCPT TO' || command === 'DATA'),
    code: responseCode === undefined ? code : `${code} ${responseCode}`,
    detail: message,
  }
}
