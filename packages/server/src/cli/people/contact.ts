import { argument, exitCodes, text } from '@spindle/command-line'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, operatorCommand, show } from '../operator-command/operator-command.ts'
import { plainText } from '../operator-command/plain-text.ts'

const perPage = 50

const listContact = operatorCommand({
  name: 'contact list',
  summary: 'Show what people wrote on the contact page, newest first',
  hasJson: true,
  input: { options: { after: text('--after <id>', 'Continue behind this message') } },
  async run(input, { after }) {
    const { messages, next } = await asOperator(input, ({ contact }) => contact.list({ limit: perPage, after }))
    const lines = messages.flatMap(({ id, createdAt, name, email, organisation, message }) => [
      plainText(`${id}  ${createdAt.toISOString()}  ${name} <${email}>${organisation ? `, ${organisation}` : ''}`),
      ...message.split(/\r?\n/).map((line) => `    ${plainText(line)}`),
    ])
    show(input, { messages, next: next ?? null }, lines)
    if (messages.length === 0) input.err('There are no messages.')
    if (next !== undefined) input.err(`There are more messages: contact list --after ${next}`)
    return undefined
  },
})

const deleteContact = operatorCommand({
  name: 'contact delete',
  summary: 'Delete messages of the contact page for good',
  exitCodes: { [exitCodes.failed]: 'some of the messages do not exist' },
  input: { arguments: { ids: argument.many('Ids of messages, as contact To see them') } },
  async run(input, { ids }) {
    const count = await asOperator(input, ({ contact }) => contact.delete([...ids]))
    input.out(`Deleted ${count} of ${ids.length}.`)
    return count === ids.length ? exitCodes.ok : exitCodes.failed
  },
})

export const contactCommands: readonly OperatorCommand[] = [listContact, deleteContact]
