import { argument, choice, flag, UsageError, withDefault } from '@spindle/command-line'
import { roles } from '@spindle/contract/console'
import {
  type ChangePerson,
  isProvenToOperator,
  operatorActor,
  type People,
  type Person,
} from '../features/people/index.ts'
import { asOperator } from './operator.ts'
import { type OperatorCommand, type OperatorContext, operatorCommand, show } from './operator-command.ts'
import { accountOption, unknownAccount, word } from './options.ts'
import { plainText } from './plain-text.ts'

const email = argument.parsed('Email address', parseMail)
const person = word('Email address, or id (usr_...)')

const addressWords = ({ emailProvenBy, pendingEmail }: Pick<Person, 'emailProvenBy' | 'pendingEmail'>): string[] => [
  ...(isProvenToOperator(emailProvenBy) ? [] : ['address not confirmed']),
  ...(pendingEmail === null ? [] : [`requested ${pendingEmail}`]),
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
    if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(', ')}`)
    const link = await asOperator(input, ({ links }) => links.invite({ accountId, email, role }))
    if (link === undefined) throw new UsageError(`Unknown account ${accountId}: see accounts list`)
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

function decide(work: (change: ChangePerson, userId: string) => Promise<void>) {
  return async (context: OperatorContext, given: { readonly person: string }): Promise<undefined> => {
    await asOperator(context, async ({ people, changePerson }) => {
      const found = await findPerson(context, people, given.person)
      await work(changePerson, found.id)
    })
  }
}

const describeAccess = (access: Awaited<ReturnType<ChangePerson['listAccess']>>): string[] =>
  access.flatMap(({ accountId, keys, clients, webhooks }) =>
    Object.entries({ key: keys, client: clients, webhook: webhooks }).flatMap(([kind, made]) =>
      made.map(({ id, name }) =>
        plainText(`Still works in ${accountId}: ${kind} ${id}  ${name}  (--end-access ends it)`),
      ),
    ),
  )

/**
 * The person that an argument names, shown before anything is done. An address decides only where it is proven: any
 * person may have entered someone else's address.
 */
async function findPerson(
  { err }: OperatorContext,
  people: Pick<People, 'find' | 'findByMail'>,
  given: string,
): Promise<Person> {
  const { positionals } = parseOptions(input.args, options)
  const whom = requireOption(positionals[0], '<mail|id>')
  const isId = /^usr_/.test(whom)
  const person = isId ? await people.find(whom) : await people.findByMail(requireMail(whom))
  if (!person)
    throw new UsageError(`No person has the ${isId ? 'id' : 'email address'} ${plainText(whom)}: see people list`)
  if (!isId && !isProvenToOperator(person.emailProvenBy))
    throw new UsageError(
      `The email address ${plainText(whom)} is not confirmed. It was entered by ${describe(person)}. If you mean this person, use the id ${person.id}.`,
    )
  err(describe(found))
  return found
}

/** Describes the person, so that an operator notices a mistake at once. */
function describe({ id, name, email: address, createdAt, memberships, isOperator }: Person): string {
  const belongs = memberships.map(({ accountId, role }) => `${role} of ${accountId}`)
  const words = [...(isOperator ? ['operator'] : []), ...belongs]
  return plainText(
    `${id}  ${name}  ${address}  ${words.length === 0 ? 'no account' : words.join(', ')}  since ${createdAt.toISOString().slice(0, 10)}`,
  )
}

function requireMail(value: string | undefined): string {
  const email = requireOption(value, '<mail>')
  if (email.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email)) return email
  throw new UsageError(`"${plainText(email)}" is not an email address such as mia@label.example`)
}
