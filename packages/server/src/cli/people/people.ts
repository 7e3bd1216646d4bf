import { argument, choice, flag, UsageError, withDefault } from '@spindle/command-line'
import { roles } from '@spindle/contract/console'
import {
  type ChangePerson,
  isProvenToOperator,
  operatorActor,
  type People,
  type Person,
} from '../../features/people/index.ts'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'
import { accountOption, unknownAccount, word } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'

const email = argument.parsed('Email address', parseMail)
const person = word('Email address, or id (usr_...)')

export const peopleCommands: readonly OperatorCommand[] = [
  operatorCommand({
    name: 'people list',
    summary: 'List the people of this hub and the accounts they belong to',
    hasJson: true,
    input: {},
    async run(context) {
      const all = await asOperator(context, ({ people }) => people.list())
      show(
        context,
        all,
        all.map(({ id, email: address, name, isOperator, disabledAt, memberships, ...proof }) => {
          const belongs = memberships.map(({ accountId, role }) => `${role} of ${accountId}`)
          const words = [...(isOperator ? ['operator'] : []), ...belongs, ...(disabledAt ? ['disabled'] : [])]
          return plainText(`${address}  ${name}  ${[...words, ...addressWords(proof)].join(', ')}  ${id}`)
        }),
      )
      if (all.length === 0) context.err('This hub has no people yet.')
      return undefined
    },
  }),
  operatorCommand({
    name: 'people invite',
    summary: 'Make a link by which a person joins an account; it works once, for 7 days',
    examples: ['spindle-hub people invite mia@label.example --account acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB --role owner'],
    hasJson: true,
    input: {
      arguments: { email },
      options: {
        account: accountOption,
        role: withDefault(choice('--role <role>', 'What the person may do', roles), 'manager'),
      },
    },
    async run(context, { email: address, account, role }) {
      const made = await asOperator(context, ({ links }) => links.invite({ accountId: account, email: address, role }))
      if (!made) throw unknownAccount(account)
      show(context, made, [made.link])
      context.err(
        made.isMailed
          ? 'The hub sends this link to the person by email. It is not shown again.'
          : 'Send this link to the person. It is not shown again.',
      )
      return undefined
    },
  }),
  operatorCommand({
    name: 'people link',
    summary: 'Make a link that signs a person in who cannot sign in otherwise; it works once, for 30 minutes',
    hasJson: true,
    input: { arguments: { person } },
    async run(context, { person: given }) {
      const made = await asOperator(context, async ({ people, links }) => {
        const found = await findPerson(context, people, given)
        return links.makeSignInLink(found.id)
      })
      if (!made) throw new UsageError('This person is disabled: see people enable')
      show(context, made, [made.link])
      if (made.isMailed) context.err('The hub sends this link to the person by email.')
      context.err(
        'Anyone who has this link can sign in as that person. It is not shown again, and earlier links no longer work.',
      )
      return undefined
    },
  }),
  operatorCommand({
    name: 'people disable',
    summary: 'Keep a person out until you enable them again',
    input: {
      arguments: { person },
      options: {
        endsAccess: flag('--end-access', 'Also end the keys, clients, client ids and webhooks the person made'),
      },
    },
    async run(context, { person: given, endsAccess }) {
      await asOperator(context, async ({ people, changePerson }) => {
        const { id } = await findPerson(context, people, given)
        await changePerson.disable(id, operatorActor, endsAccess ? 'end' : 'keep')
        for (const line of describeAccess(await changePerson.listAccess(id))) context.err(line)
      })
      return undefined
    },
  }),
  operatorCommand({
    name: 'people enable',
    summary: 'Let a disabled person in again',
    input: { arguments: { person } },
    run: decide((change, userId) => change.enable(userId, operatorActor)),
  }),
  operatorCommand({
    name: 'people operator add',
    summary: 'Let a person run the hub in the console',
    input: { arguments: { person } },
    run: decide((change, userId) => change.setOperator(userId, true, operatorActor)),
  }),
  operatorCommand({
    name: 'people operator remove',
    summary: 'No longer let a person run the hub; the last operator stays',
    input: { arguments: { person } },
    run: decide((change, userId) => change.setOperator(userId, false, operatorActor)),
  }),
  operatorCommand({
    name: 'people address',
    summary: 'Confirm that an email address belongs to a person, who signs in with it from now on',
    input: { arguments: { id: word('Id of the person (usr_...)'), email } },
    async run(context, { id, email: address }) {
      await asOperator(context, ({ changePerson }) => changePerson.setAddress(id, address, operatorActor))
      return undefined
    },
  }),
]

function addressWords({ emailProvenBy, pendingEmail }: Pick<Person, 'emailProvenBy' | 'pendingEmail'>): string[] {
  return [
    ...(isProvenToOperator(emailProvenBy) ? [] : ['address not confirmed']),
    ...(pendingEmail === null ? [] : [`requested ${pendingEmail}`]),
  ]
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
  access.flatMap(({ accountId, keys, clients, nativeClients, webhooks }) =>
    Object.entries({ key: keys, client: clients, 'client id': nativeClients, webhook: webhooks }).flatMap(
      ([kind, made]) =>
        made.map(({ id, name }) =>
          plainText(`Still works in ${accountId}: ${kind} ${id}  ${name}  (--end-access ends it)`),
        ),
    ),
  )

/**
 * The person that an argument names, shown before anything is done. Only a proven address identifies a person: anyone
 * can enter someone else's address.
 */
async function findPerson(
  { err }: OperatorContext,
  people: Pick<People, 'find' | 'findByMail'>,
  given: string,
): Promise<Person> {
  const isId = /^usr_/.test(given)
  const found = isId ? await people.find(given) : await people.findByMail(parseMail(given))
  if (!found)
    throw new UsageError(`No person has the ${isId ? 'id' : 'email address'} ${plainText(given)}: see people list`)
  if (!isId && !isProvenToOperator(found.emailProvenBy))
    throw new UsageError(
      `The email address ${plainText(given)} is not confirmed. It was entered by ${describe(found)}. If you mean this person, use the id ${found.id}.`,
    )
  err(describe(found))
  return found
}

/** Describes the person, so that an operator notices a mistake early. */
function describe({ id, name, email: address, createdAt, memberships, isOperator }: Person): string {
  const belongs = memberships.map(({ accountId, role }) => `${role} of ${accountId}`)
  const words = [...(isOperator ? ['operator'] : []), ...belongs]
  return plainText(
    `${id}  ${name}  ${address}  ${words.length === 0 ? 'no account' : words.join(', ')}  since ${createdAt.toISOString().slice(0, 10)}`,
  )
}

function parseMail(given: string): string {
  const address = given.trim()
  if (address.length <= 254 && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address)) return address
  throw new UsageError(`"${plainText(address)}" is not an email address such as mia@label.example`)
}
