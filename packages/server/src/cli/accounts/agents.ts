import { repeated, required, UsageError } from '@spindle/command-line'
import { asOperator } from '../operator-command/operator.ts'
import { type OperatorCommand, operatorCommand, show } from '../operator-command/operator-command.ts'
import { requiredWord, word } from '../operator-command/options.ts'
import { plainText } from '../operator-command/plain-text.ts'

/** AI agents and other programs that people may allow to act for them, and that publish no metadata document. */

const registerAgent = operatorCommand({
  name: 'agents register',
  summary: 'Register a program that people may connect to /mcp; it gets a client id',
  hasJson: true,
  input: {
    options: {
      name: requiredWord('--name <name>', 'Name that people see'),
      redirect: required(repeated('--redirect <uri>', 'Address people are sent back to; up to ten times')),
    },
  },
  async run(input, { name: given, redirect }) {
    const name = given.slice(0, 200)
    const redirects = [...redirect]
    if (redirects.length > 10) throw new UsageError('Give --redirect one to ten times')
    for (const uri of redirects) requireRedirect(uri)
    const client = await asOperator(input, ({ registeredClients }) => registeredClients.register(name, redirects))
    show(input, client, [`client id  ${client.id}`])
    return undefined
  },
})

/** RFC 8252 section 7: https, loopback, or a private-use scheme; never http to another machine. */
function requireRedirect(uri: string): void {
  const url = URL.parse(uri)
  const isLoopback = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  const isOwnScheme = !/^(https?|javascript|data|file|ftp|wss?):$/.test(url?.protocol ?? 'http:')
  if (url?.hash !== '' || !(url.protocol === 'https:' || isLoopback || isOwnScheme))
    throw new UsageError(`--redirect "${uri}" must be https, http on 127.0.0.1, or a scheme of the program`)
}

const listAgents = operatorCommand({
  name: 'agents list',
  summary: 'List the registered programs',
  hasJson: true,
  input: {},
  async run(input) {
    const all = await asOperator(input, ({ registeredClients }) => registeredClients.list())
    show(
      input,
      all,
      all.map(({ id, name, redirectUris }) => plainText(`${id}  ${name}  ${redirectUris.join(' ')}`)),
    )
    if (all.length === 0) input.err('No programs are registered.')
    return undefined
  },
})

const removeAgent = operatorCommand({
  name: 'agents remove',
  summary: 'Remove a registered program and end all access that people gave it',
  input: { arguments: { clientId: word('Client id of the program') } },
  async run(input, { clientId: id }) {
    const isRemoved = await asOperator(input, ({ registeredClients }) => registeredClients.remove(id))
    if (!isRemoved) throw new UsageError(`Unknown program ${id}: see agents list`)
    input.out(`${id} was removed. Its tokens are now refused.`)
    return undefined
  },
})

export const agentCommands: readonly OperatorCommand[] = [registerAgent, listAgents, removeAgent]
