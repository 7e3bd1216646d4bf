import { type Command, exitCodes, show, UsageError } from './command.ts'
import { asOperator } from './operator.ts'
import { parseOptions, requireOption } from './options.ts'
import { plainText } from './plain-text.ts'

/** AI agents and other programs that people may let act for them, where they publish no document about themselves. */

export const registerAgent: Command = {
  name: 'agents register',
  usage: 'agents register --name <name> --redirect <uri> [--redirect <uri>]',
  summary: 'Register a program that people may connect to /mcp; it gets a client id',
  hasJson: true,
  async run(input) {
    const { values } = parseOptions(input.args, {
      name: { type: 'string' },
      redirect: { type: 'string', multiple: true },
    })
    const name = requireOption(values.name, '--name').slice(0, 200)
    const redirects = values.redirect ?? []
    if (redirects.length === 0 || redirects.length > 10) throw new UsageError('Give --redirect one to ten times')
    for (const uri of redirects) requireRedirect(uri)
    const client = await asOperator(input, ({ registeredClients }) => registeredClients.register(name, redirects))
    show(input, client, [`client id  ${client.id}`])
    return exitCodes.ok
  },
}

/** RFC 8252 section 7: https, loopback, or a scheme of its own; never http to another machine. */
function requireRedirect(uri: string): void {
  const url = URL.parse(uri)
  const isLoopback = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  const isOwnScheme = !/^(https?|javascript|data|file|ftp|wss?):$/.test(url?.protocol ?? 'http:')
  if (url?.hash !== '' || !(url.protocol === 'https:' || isLoopback || isOwnScheme))
    throw new UsageError(`--redirect "${uri}" must be https, http on 127.0.0.1, or a scheme of the program`)
}

export const listAgents: Command = {
  name: 'agents list',
  usage: 'agents list',
  summary: 'List the registered programs',
  hasJson: true,
  async run(input) {
    const all = await asOperator(input, ({ registeredClients }) => registeredClients.list())
    show(
      input,
      all,
      all.map(({ id, name, redirectUris }) => plainText(`${id}  ${name}  ${redirectUris.join(' ')}`)),
    )
    if (all.length === 0) input.err('No program is registered.')
    return exitCodes.ok
  },
}

export const removeAgent: Command = {
  name: 'agents remove',
  usage: 'agents remove <client id>',
  summary: 'Remove a registered program and end everything people allowed it',
  async run(input) {
    const id = requireOption(parseOptions(input.args, {}).positionals[0], 'The client id')
    const isRemoved = await asOperator(input, ({ registeredClients }) => registeredClients.remove(id))
    if (!isRemoved) throw new UsageError(`There is no registered program ${id}: see agents list`)
    input.out(`${id} is removed. Its tokens are refused from now on.`)
    return exitCodes.ok
  },
}
