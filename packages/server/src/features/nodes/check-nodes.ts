import type { Finding } from '../../platform/checks.ts'
import type { Sql } from '../../platform/database/sql.ts'
import { describeVersions, findProblems, nameOf } from './compare-nodes.ts'
import { listNodesIfAny } from './node-queries.ts'

/** What `doctor` and the page of the system say of the nodes. */
export async function checkNodes(system: Sql): Promise<Finding> {
  const fix =
    'give all nodes the same settings and synchronise their clocks with a time server; `nodes list` shows each node'
  const nodes = await listNodesIfAny(system)
  const problems = findProblems(nodes)
  const running = nodes.map((node) => `${node.role} at ${nameOf(node)}`).join(', ')
  const versions = describeVersions(nodes)
  const text = problems.join('; ') || running || 'no nodes are running'
  return { isFine: problems.length === 0, text: versions === undefined ? text : `${text}; ${versions}`, fix }
}
