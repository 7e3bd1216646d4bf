import { type Command, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions } from './options.ts'
import { plainText } from './plain-text.ts'

const perPage = 50

export const listContact: Command = {
  name: 'contact list',
  usage: 'contact list [--after <id>]',
  summary: 'Show what people wrote on the contact page, newest first',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, { after: { type: 'string' } })
    const { messages, next } = await asOperator(input, ({ contact }) =>
      contact.list({ limit: perPage, after: values.after }),
    )
    const lines = messages.flatMap(({ id, createdAt, name, email, organisation, message }) => [
      plainText(`${id}  ${createdAt.toISOString()}  ${name} <${email}>${organisation ? `, ${organisation}` : ''}`),
      ...message.split(/\r?\n/).map((line) => `    ${plainText(line)}`),
    ])
    show(input, { messages, next: next ?? null }, lines)
    if (messages.length === 0) input.err('Nobody has written.')
    if (next !== undefined) input.err(`There are more: contact list --after ${next}`)
    return exitCodes.ok
  },
}

export const deleteContact: Command = {
  name: 'contact delete',
  usage: 'contact delete <id>...',
  summary: 'Delete messages of the contact page for good',
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    if (positionals.length === 0) throw new UsageError('Name at least one message; contact list shows the ids')
    const count = await asOperator(input, ({ contact }) => contact.delete(positionals))
    input.out(`Deleted ${count} of ${positionals.length}.`)
    return count === positionals.length ? exitCodes.ok : exitCodes.failed
  },
}
