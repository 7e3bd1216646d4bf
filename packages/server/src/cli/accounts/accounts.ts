import { text, UsageError, withDefault } from '@spindle/command-line'
import type { AccountId } from '../../platform/values/ids.ts'
import { asOperator } from '../operator-command/operator.ts'
import {
  type OperatorCommand,
  type OperatorContext,
  operatorCommand,
  show,
} from '../operator-command/operator-command.ts'
import { accountIdArgument, accountOption, unknownAccount, word } from '../operator-command/options.ts'
import { codeCommands } from './codes.ts'
import { accountMoveIn } from './move-in.ts'

export const accountCommands: readonly OperatorCommand[] = [
  operatorCommand({
    name: 'accounts create',
    summary: 'Create an account for a label or distributor',
    examples: ['spindle-hub accounts create "My label"'],
    hasJson: true,
    input: { arguments: { name: word('Name of the label or distributor') } },
    async run(context, { name }) {
      const account = await asOperator(context, ({ accounts }) => accounts.createAccount(name))
      show(context, account, [account.id])
      return undefined
    },
  }),
  operatorCommand({
    name: 'accounts list',
    summary: 'List the accounts',
    hasJson: true,
    input: {},
    async run(context) {
      const all = await asOperator(context, ({ accounts }) => accounts.listAccounts())
      show(
        context,
        all,
        all.map(
          ({ id, name, createdAt, suspendedAt, moveIn }) =>
            `${id}  ${createdAt.toISOString()}  ${name}${suspendedAt === null ? '' : '  (suspended)'}${moveIn && Date.parse(moveIn.until) > Date.now() ? `  (move-in until ${moveIn.until})` : ''}`,
        ),
      )
      return undefined
    },
  }),
  operatorCommand({
    name: 'accounts rename',
    summary: 'Rename an account; what it has already delivered keeps the old label name',
    input: { arguments: { id: accountIdArgument, name: word('New name') } },
    async run(context, { id, name }) {
      const kept = await asOperator(context, ({ changeAccount }) => changeAccount.rename(id, name))
      if (kept === undefined) throw unknownAccount(id)
      return undefined
    },
  }),
  operatorCommand({
    name: 'accounts suspend',
    summary: 'Refuse every request of an account; nothing is deleted, and live releases stay live',
    input: { arguments: { id: accountIdArgument } },
    run: (context, { id }) => setSuspended(context, id, true),
  }),
  operatorCommand({
    name: 'accounts resume',
    summary: 'Let a suspended account in again, with its keys, clients and people',
    input: { arguments: { id: accountIdArgument } },
    run: (context, { id }) => setSuspended(context, id, false),
  }),
  accountMoveIn,
  ...codeCommands,
]

async function setSuspended(context: OperatorContext, id: AccountId, isSuspended: boolean): Promise<undefined> {
  const isChanged = await asOperator(context, ({ changeAccount }) => changeAccount.setSuspended(id, isSuspended))
  if (isChanged === undefined) throw unknownAccount(id)
  if (!isChanged) context.err(isSuspended ? 'The account is already suspended.' : 'The account is not suspended.')
  else if (isSuspended)
    context.err('Its keys, clients and people are refused. To take a release down: releases takedown <release id>')
}

export const clientCommands: readonly OperatorCommand[] = [
  operatorCommand({
    name: 'clients create',
    summary: 'Create a service client of an account; its secret is shown once',
    hasJson: true,
    input: {
      options: {
        account: accountOption,
        name: withDefault(text('--name <name>', 'Name of the client'), 'Service client'),
      },
    },
    async run(context, { account, name }) {
      const client = await asOperator(context, ({ clients }) => clients.create(account, name))
      if (!client) throw unknownAccount(account)
      show(context, client, [`client id      ${client.clientId}`, `client secret  ${client.clientSecret}`])
      context.err('The secret is not shown again.')
      return undefined
    },
  }),
  operatorCommand({
    name: 'clients list',
    summary: 'List the service clients of an account',
    hasJson: true,
    input: { options: { account: accountOption } },
    async run(context, { account }) {
      const clients = await asOperator(context, ({ accounts }) => accounts.listClients(account))
      const lines = clients.map(
        ({ id, createdAt, revokedAt, name }) =>
          `${id}  ${createdAt.toISOString()}  ${revokedAt === null ? 'active ' : 'revoked'}  ${name}`,
      )
      show(context, clients, lines)
      if (clients.length === 0) context.err('The account has no service client.')
      return undefined
    },
  }),
  operatorCommand({
    name: 'clients revoke',
    summary: 'Revoke a service client; its tokens stop working within seconds',
    input: { arguments: { id: word('Id of the client (cli_...)') } },
    async run(context, { id }) {
      const isKnown = await asOperator(context, ({ clients }) => clients.revoke(id))
      if (!isKnown) throw new UsageError(`Unknown service client ${id}`)
      return undefined
    },
  }),
]
