import { type Command, exitCodes, show } from './command.ts'
import { asOperator } from './operator.ts'

export const listNodes: Command = {
  name: 'nodes list',
  usage: 'nodes list',
  summary: 'The processes of this hub that run, their clocks and configuration',
  hasJson: true,
  async run(input) {
    const nodes = await asOperator(input, ({ nodes: running }) => running.list())
    const lines = nodes.map(
      ({ role, host, process, version, startedAt, seenSecondsAgo, skewMs, secretId }) =>
        `${role.padEnd(6)}  ${host}:${process}  version ${version}  since ${startedAt.toISOString()}  ` +
        `seen ${Math.round(seenSecondsAgo)} s ago  clock ${skewMs > 0 ? '+' : ''}${skewMs} ms  secret ${secretId}`,
    )
    show(input, nodes, lines.length > 0 ? lines : ['None runs.'])
    return exitCodes.ok
  },
}
