import { roles } from '@spindle/contract/console'
import {
  type ChangePerson,
  isProvenToOperator,
  operatorActor,
  type People,
  type Person,
} from '../features/people/index.ts'
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
      all.map(({ id, email, name, isOperator, disabledAt, memberships, ...address }) => {
        const belongs = memberships.map(({ accountId, role }) => `${role} of ${accountId}`)
        const words = [...(isOperator ? ['operator'] : []), ...belongs, ...(disabledAt ? ['disabled'] : [])]
        return plainText(`${email}  ${name}  ${[...words, ...addressWords(address)].join(', ')}  ${id}`)
      }),
    )
    if (all.length === 0) input.err('Nobody has signed up yet.')
    return exitCodes.ok
  },
}

const addressWords = ({ emailProvenBy, pendingEmail }: Pick<Person, 'emailProvenBy' | 'pendingEmail'>): string[] => [
  ...(isProvenToOperator(emailProvenBy) ? [] : ['address not proven']),
  ...(pendingEmail === null ? [] : [`asked for ${pendingEmail}`]),
]

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
  usage: 'people link <mail|id>',
  summary: 'Make a link that signs a person in, when nothing else does; valid once, for 30 minutes',
  hasJson: true,
  async run(input) {
    const link = await asOperator(input, async ({ people, links }) => {
      const person = await findPerson(input, people)
      return links.makeSignInLink(person.id)
    })
    if (link === undefined) throw new UsageError('This person is disabled: see people enable')
    show(input, { link }, [link])
    input.err(
      'Anyone who has this link can sign in as that person. It is not shown again, and earlier links no longer work.',
    )
    return exitCodes.ok
  },
}

export const setPersonAddress: Command = {
  name: 'people address',
  usage: 'people address <id> <mail>',
  summary: 'Vouch that a mail address belongs to a person, who signs in with it from now on',
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    const userId = requireOption(positionals[0], '<id>')
    const email = requireMail(positionals[1])
    await asOperator(input, ({ changePerson }) => changePerson.setAddress(userId, email, operatorActor))
    return exitCodes.ok
  },
}

const decide =
  (work: (change: ChangePerson, userId: string) => Promise<void>) =>
  async (input: CommandInput): Promise<number> => {
    await asOperator(input, async ({ people, changePerson }) => {
      const person = await findPerson(input, people)
      await work(changePerson, person.id)
    })
    return exitCodes.ok
  }

export const disablePerson: Command = {
  name: 'people disable',
  usage: 'people disable <mail|id> [--end-access]',
  summary: 'Keep a person out for good; with --end-access, the keys, clients and webhooks it made end too',
  async run(input) {
    const { values } = parseOptions(input.args, { 'end-access': { type: 'boolean', default: false } })
    await asOperator(input, async ({ people, changePerson }) => {
      const person = await findPerson(input, people, { 'end-access': { type: 'boolean' } })
      await changePerson.disable(person.id, operatorActor, values['end-access'] ? 'end' : 'keep')
      for (const { accountId, keys, clients, webhooks } of await changePerson.listAccess(person.id))
        for (const [kind, made] of Object.entries({ key: keys, client: clients, webhook: webhooks }))
          for (const { id, name } of made)
            input.err(plainText(`Still works in ${accountId}: ${kind} ${id}  ${name}  (--end-access ends it)`))
    })
    return exitCodes.ok
  },
}

export const enablePerson: Command = {
  name: 'people enable',
  usage: 'people enable <mail|id>',
  summary: 'Let a person in again who was kept out',
  run: decide((change, userId) => change.enable(userId, operatorActor)),
}

export const addOperator: Command = {
  name: 'people operator add',
  usage: 'people operator add <mail|id>',
  summary: 'Let a person run the hub in the console',
  run: decide((change, userId) => change.setOperator(userId, true, operatorActor)),
}

export const removeOperator: Command = {
  name: 'people operator remove',
  usage: 'people operator remove <mail|id>',
  summary: 'Let a person no longer run the hub; the last operator stays',
  run: decide((change, userId) => change.setOperator(userId, false, operatorActor)),
}

/**
 * The person that the first argument names, shown before anything is done. An address decides only where it is proven:
 * any person may have entered someone else's address.
 */
async function findPerson(
  input: CommandInput,
  people: Pick<People, 'find' | 'findByMail'>,
  options: Parameters<typeof parseOptions>[1] = {},
): Promise<Person> {
  const { positionals } = parseOptions(input.args, options)
  const whom = requireOption(positionals[0], '<mail|id>')
  const isId = /^usr_/.test(whom)
  const person = isId ? await people.find(whom) : await people.findByMail(requireMail(whom))
  if (!person)
    throw new UsageError(`No person has the ${isId ? 'id' : 'mail address'} ${plainText(whom)}: see people list`)
  if (!isId && !isProvenToOperator(person.emailProvenBy))
    throw new UsageError(
      `The mail address ${plainText(whom)} is not proven. Its person is ${describe(person)}. If that is who you mean, use the id ${person.id}.`,
    )
  input.err(describe(person))
  return person
}

/** Describes the person, so that an operator notices a mistake at once. */
function describe({ id, name, email, createdAt, memberships, isOperator }: Person): string {
  const belongs = memberships.map(({ accountId, role }) => `${role} of ${accountId}`)
  const words = [...(isOperator ? ['operator'] : []), ...belongs]
  return plainText(
    `${id}  ${name}  ${email}  ${words.length === 0 ? 'no account' : words.join(', ')}  since ${createdAt.toISOString().slice(0, 10)}`,
  )
}

function requireMail(value: string | undefined): string {
  const email = requireOption(value, '<mail>')
  if (email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) return email
  throw new UsageError(`"${plainText(email)}" is not a mail address: it looks like mia@label.example`)
}
