import { text, UsageError, withDefault } from '@spindle/command-line'
import type { AccountId } from '../platform/ids.ts'
import { asOperator } from './operator.ts'
import { type OperatorCommand, type OperatorContext, operatorCommand, show } from './operator-command.ts'
import { accountIdArgument, accountOption, unknownAccount, word } from './options.ts'

export const createAccount: Command = {
  name: 'accounts create',
  usage: 'accounts create <name>',
  summary: 'Create an account: a label or distributor',
  hasJson: true,
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    const name = requireOption(positionals[0], '<name>')
    if (positionals.length > 1) throw new UsageError('The name contains spaces: put it in quotes')
    const account = await asOperator(input, ({ accounts }) => accounts.createAccount(name))
    show(input, account, [account.id])
    return exitCodes.ok
  },
}

export const listAccounts: Command = {
  name: 'accounts list',
  usage: 'accounts list',
  summary: 'List the accounts',
  hasJson: true,
  async run(input) {
    const all = await asOperator(input, ({ accounts }) => accounts.listAccounts())
    show(
      input,
      all,
      all.map(
        ({ id, name, createdAt, suspendedAt }) =>
          `${id}  ${createdAt.toISOString()}  ${name}${suspendedAt === null ? '' : '  (suspended)'}`,
      ),
    )
    return exitCodes.ok
  },
}

export const renameAccount: Command = {
  name: 'accounts rename',
  usage: 'accounts rename <id> <name>',
  summary: 'Give an account another name; what it has delivered keeps the name of its label',
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    const accountId = requireAccountId(positionals[0], '<id>')
    const name = requireOption(positionals[1], '<name>')
    if (positionals.length > 2) throw new UsageError('The name contains spaces: put it in quotes')
    const kept = await asOperator(input, ({ changeAccount }) => changeAccount.rename(accountId, name))
    if (kept === undefined) throw unknownAccount(accountId)
    return exitCodes.ok
  },
}

export const suspendAccount: Command = {
  name: 'accounts suspend',
  usage: 'accounts suspend <id>',
  summary: 'Refuse all that an account asks, from now on; nothing is deleted, and what is live stays live',
  run: (input) => setSuspended(input, true),
}

export const resumeAccount: Command = {
  name: 'accounts resume',
  usage: 'accounts resume <id>',
  summary: 'Let a suspended account in again, with the keys, clients and people that it had',
  run: (input) => setSuspended(input, false),
}

async function setSuspended(input: CommandInput, isSuspended: boolean): Promise<number> {
  const { positionals } = parseOptions(input.args, {})
  const accountId = requireAccountId(positionals[0], '<id>')
  const isChanged = await asOperator(input, ({ changeAccount }) => changeAccount.setSuspended(accountId, isSuspended))
  if (isChanged === undefined) throw unknownAccount(accountId)
  if (!isChanged) input.err(isSuspended ? 'The account is already suspended.' : 'The account is not suspended.')
  else if (isSuspended)
    input.err('Its keys, clients and people are refused. To take a release down: releases takedown <release id>')
  return exitCodes.ok
}

export const unknownAccount = (accountId: AccountId): UsageError =>
  new UsageError(`Unknown account ${accountId}: see accounts list`)

export const createClient: Command = {
  name: 'clients create',
  usage: 'clients create --account <id> [--name <name>]',
  summary: 'Create a service client of an account; its secret is shown once',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, {
      account: { type: 'string' },
      name: { type: 'string', default: 'Service client' },
    })
    const accountId = requireAccountId(values.account)
    const client = await asOperator(input, ({ clients }) => clients.create(accountId, values.name))
    if (!client) throw unknownAccount(accountId)
    show(input, client, [`client id      ${client.clientId}`, `client secret  ${client.clientSecret}`])
    input.err('The secret is not shown again.')
    return exitCodes.ok
  },
}

export const listClients: Command = {
  name: 'clients list',
  usage: 'clients list --account <id>',
  summary: 'List the service clients of an account',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, { account: { type: 'string' } })
    const accountId = requireAccountId(values.account)
    const clients = await asOperator(input, ({ accounts }) => accounts.listClients(accountId))
    const lines = clients.map(
      ({ id, createdAt, revokedAt, name }) =>
        `${id}  ${createdAt.toISOString()}  ${revokedAt === null ? 'active ' : 'revoked'}  ${name}`,
    )
    show(input, clients, lines)
    if (clients.length === 0) input.err('The account has no service client.')
    return exitCodes.ok
  },
}

export const revokeClient: Command = {
  name: 'clients revoke',
  usage: 'clients revoke <id>',
  summary: 'Revoke a service client; its tokens stop working within seconds',
  async run(input) {
    const { positionals } = parseOptions(input.args, {})
    const id = requireOption(positionals[0], '<id>')
    const isKnown = await asOperator(input, ({ clients }) => clients.revoke(id))
    if (!isKnown) throw new UsageError(`Unknown service client ${id}`)
    return exitCodes.ok
  },
}

export function requireAccountId(value: string | undefined, option = '--account'): AccountId {
  const id = requireOption(value, option)
  if (!isId('acc', id))
    throw new UsageError(`"${id}" is not an account id. An id looks like acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB`)
  return id
}
