import { asOperator } from '../operator-command/operator.ts'
import { operatorCommand, show } from '../operator-command/operator-command.ts'

export const listNodes = operatorCommand({
  name: 'nodes list',
  summary: 'List the running processes of this hub, with their clocks and secrets',
  hasJson: true,
  input: {},
  async run(input) {
    const nodes = await asOperator(input, ({ nodes: running }) => running.list())
    const lines = nodes.map(
      ({ role, host, process, version, startedAt, seenSecondsAgo, skewMs, secretId }) =>
        `${role.padEnd(6)}  ${host}:${process}  version ${version}  since ${startedAt.toISOString()}  ` +
        `seen ${Math.round(seenSecondsAgo)} s ago  clock ${skewMs > 0 ? '+' : ''}${skewMs} ms  secret ${secretId}`,
    )
    show(input, nodes, lines.length > 0 ? lines : ['No process nodes are running.'])
    return undefined
  },
})
