import { randomUUID } from 'node:crypto'
import { argument, exitCodes, UsageError } from '@spindle/command-line'
import { readConfig } from '../../config/config.ts'
import { describeFailure, sendTestMail } from '../../features/mail/index.ts'
import { isMailable } from '../../platform/values/mail-address.ts'
import { operatorCommand } from '../operator-command/operator-command.ts'
import { plainText } from '../operator-command/plain-text.ts'

const address = argument.parsed('Email address', parseAddress)

export const testMail = operatorCommand({
  name: 'mail test',
  summary: 'Send one message at once, and show the answer of the mail server',
  examples: ['spindle-hub mail test mia@label.example'],
  exitCodes: { [exitCodes.failed]: 'the mail server did not take the message' },
  input: { arguments: { address } },
  async run({ environment, out, err }, { address: to }) {
    const { mail, publicUrl } = readConfig(environment)
    if (!mail) throw new UsageError('The hub sends no mail: set SPINDLE_SMTP_URL and SPINDLE_MAIL_FROM (docs/mail.md)')
    const outcome = await sendTestMail(mail, { to, hubUrl: publicUrl, id: randomUUID() })
    if (outcome.isSent) {
      out(oneLine(`The mail server took the message: ${outcome.answer}`))
      return exitCodes.ok
    }
    const { text, fix } = describeFailure(outcome, mail)
    err(oneLine(text))
    err(oneLine(`Fix: ${fix}`))
    return exitCodes.failed
  },
})

/** The answers of servers have several lines. */
const oneLine = (text: string): string => plainText(text.replaceAll(/\s+/g, ' '))

function parseAddress(given: string): string {
  const to = given.trim()
  if (isMailable(to)) return to
  throw new UsageError(`"${plainText(to)}" is not an email address such as mia@label.example`)
}
