import { roles } from '@spindle/contract/console'
import { type ChangePerson, operatorActor } from '../features/people/index.ts'
import { requireAccountId } from './accounts.ts'
import { type Command, type CommandInput, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { plainText } from './plain-text.ts'

export const listPeople: Command = {
  name: 'people list',
  usage: 'people list',
  summary: 'List the people of this hub and the accounts they belong to',
  hasJson: true,
  async run(input) {
    const all = await asOperator(input, ({ people }) => people.list())
    show(
      input,
      all,
      all.map(({ email, name, isOperator, disabledAt, memberships }) => {
        const belongs = memberships.map(({ accountId, role }) => `${role} of ${accountId}`)
        const words = [...(isOperator ? ['operator'] : []), ...belongs, ...(disabledAt ? ['disabled'] : [])]
        return plainText(`${email}  ${name}  ${words.join(', ')}`)
      }),
    )
    if (all.length === 0) input.err('Nobody has signed up yet.')
    return exitCodes.ok
  },
}

export const invitePerson: Command = {
  name: 'people invite',
  usage: `people invite <mail> --account <id> [--role ${roles.join('|')}]`,
  summary: 'Make a link by which a person joins an account; valid once, for 7 days',
  hasJson: true,
  async run(input) {
    const { positionals, values } = parseOptions(input.args, {
      account: { type: 'string' },
      role: { type: 'string', default: 'manager' },
    })
    const email = requireMail(positionals[0])
    const accountId = requireAccountId(values.account)
    const role = roles.find((candidate) => candidate === values.role)
    if (role === undefined) throw new UsageError(`--role takes ${roles.join(', ')}`)
    const link = await asOperator(input, ({ links }) => links.invite({ accountId, email, role }))
    if (link === undefined) throw new UsageError(`There is no account ${accountId}: see accounts list`)
    show(input, { link }, [link])
    input.err('Send this link to the person. It is not shown again.')
    return exitCodes.ok
  },
}

export const linkPerson: Command = {
  name: 'people link',
  usage: 'people link <mail>',
  summary: 'Make a link that signs a person in, when nothing else does; valid once, for 30 minutes',
  hasJson: true,
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    const email = requireMail(positionals[0])
    const link = await asOperator(input, ({ links }) => links.makeSignInLink(email))
    if (link === undefined) throw new UsageError(`Nobody active has the mail address ${email}: see people list`)
    show(input, { link }, [link])
    input.err('Whoever has this link is that person. It is not shown again, and links before it no longer work.')
    return exitCodes.ok
  },
}

export const disablePerson: Command = {
  name: 'people disable',
  usage: 'people disable <mail>',
  summary: 'Keep a person out for good; every session of theirs ends at once',
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    const email = requireMail(positionals[0])
    const isKnown = await asOperator(input, ({ people }) => people.disable(email))
    if (!isKnown) throw new UsageError(`Nobody has the mail address ${email}: see people list`)
    return exitCodes.ok
  },
}

const decide =
  (work: (change: ChangePerson, userId: string) => Promise<void>) =>
  async (input: CommandInput): Promise<number> => {
    const { positionals } = parseOptions(input.args, {})
    const email = requireMail(positionals[0])
    await asOperator(input, async ({ people, changePerson }) => {
      const person = await people.findByMail(email)
      if (!person) throw new UsageError(`Nobody has the mail address ${email}: see people list`)
      await work(changePerson, person.id)
    })
    return exitCodes.ok
  }

export const enablePerson: Command = {
  name: 'people enable',
  usage: 'people enable <mail>',
  summary: 'Let a person in again who was kept out',
  run: decide((change, userId) => change.enable(userId, operatorActor)),
}

export const addOperator: Command = {
  name: 'people operator add',
  usage: 'people operator add <mail>',
  summary: 'Let a person run the hub in the console',
  run: decide((change, userId) => change.setOperator(userId, true, operatorActor)),
}

export const removeOperator: Command = {
  name: 'people operator remove',
  usage: 'people operator remove <mail>',
  summary: 'Let a person no longer run the hub; the last operator stays',
  run: decide((change, userId) => change.setOperator(userId, false, operatorActor)),
}

function requireMail(value: string | undefined): string {
  const email = requireOption(value, '<mail>')
  if (email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) return email
  throw new UsageError(`"${plainText(email)}" is not a mail address: it looks like mia@label.example`)
}
