import type { SettingKey } from '../../config/settings.ts'
import type { Node } from './node-queries.ts'

/** What is wrong with the nodes of a hub when they are looked at together. Pure. */

/** Beyond this the clocks of nodes deserve a look; the hub itself goes by the time of the database. */
export const notableSkewMs = 1_000
/** Beyond this a machine is not trusted with work. */
export const wrongSkewMs = 30_000

/** Settings that differ from node to node for good reasons. */
export const settingsOfOneNode: ReadonlySet<string> = new Set<SettingKey>([
  'SPINDLE_HOST',
  'SPINDLE_PORT',
  'SPINDLE_PROCESSES',
  'SPINDLE_BUNDLE',
  'SPINDLE_DATA_DIR',
  'SPINDLE_DATABASE_POOL',
  'SPINDLE_PREPARED_STATEMENTS',
  'SPINDLE_CONNECTIONS_PER_ADDRESS',
  'SPINDLE_DRAIN_SECONDS',
  'SPINDLE_INTEGRATION_TOKENS_FILE',
  'SPINDLE_SIGNIN_CLIENT_SECRET_FILE',
  'SPINDLE_UPC_POOL_FILE',
  'SPINDLE_WEBHOOKS_FILE',
  'SPINDLE_METRICS_PORT',
  'SPINDLE_LOG_LEVEL',
  'SPINDLE_HUB_COMMAND',
])

export const nameOf = ({ host, process }: Pick<Node, 'host' | 'process'>): string => `${host}:${process}`

/** What a node without tokens, such as a worker, has like any other. */
const propertiesOf = ({ properties }: Node, nodes: readonly Node[]): string =>
  (properties.length > 0 ? properties : (nodes.find((node) => node.properties.length > 0)?.properties ?? []))
    .toSorted()
    .join()

/** How many different configurations there are: more than one for long means that a node was forgotten. */
export const countConfigurations = (nodes: readonly Node[]): number =>
  new Set(
    nodes.map((node) =>
      JSON.stringify([
        node.secretId,
        propertiesOf(node, nodes),
        ...settingsOf(nodes).map((key) => settingOf(node, key, nodes)),
      ]),
    ),
  ).size

const settingsOf = (nodes: readonly Node[]): readonly string[] =>
  [...new Set(nodes.flatMap(({ settings }) => Object.keys(settings)))].toSorted()

/** In a rolling upgrade the older version does not know a setting of the newer one: it has it like any other. */
const settingOf = ({ settings }: Node, name: string, nodes: readonly Node[]): string | null =>
  (name in settings ? settings[name] : nodes.find((node) => name in node.settings)?.settings[name]) ?? null

/** The versions that run, where there are several. */
export function describeVersions(nodes: readonly Node[]): string | undefined {
  const versions = [...new Set(nodes.map(({ version }) => version))].toSorted()
  return versions.length > 1 ? `versions differ: ${versions.join(', ')}` : undefined
}

/** One sentence for each thing that is wrong, with the nodes it concerns. */
export function findProblems(nodes: readonly Node[]): readonly string[] {
  const skewed = nodes.filter(({ skewMs }) => Math.abs(skewMs) >= notableSkewMs)
  return [
    ...skewed.map((node) => `the clock of ${nameOf(node)} is ${(node.skewMs / 1000).toFixed(1)} s off`),
    ...findDifferences(nodes),
    ...(isStorageApart(nodes)
      ? ['nodes on several machines store uploads on disk: they must use one shared folder']
      : []),
  ]
}

function findDifferences(nodes: readonly Node[]): readonly string[] {
  const valuesBy: readonly (readonly [name: string, of: (node: Node) => string])[] = [
    ['SPINDLE_SECRET', ({ secretId }) => secretId],
    ['the properties with a token', (node) => propertiesOf(node, nodes)],
    ...settingsOf(nodes).map((name) => [name, (node: Node) => settingOf(node, name, nodes) ?? ''] as const),
  ]
  return valuesBy
    .filter(([, of]) => new Set(nodes.map(of)).size > 1)
    .map(([name, of]) => {
      const [first, ...others] = nodes
      const different = others.find((node) => first && of(node) !== of(first))
      return `${name} differs between ${first ? nameOf(first) : ''} and ${different ? nameOf(different) : ''}`
    })
}

/** A folder is shared by processes of one machine; between machines an operator must have set it up. */
export const isStorageApart = (nodes: readonly Pick<Node, 'host' | 'storage'>[]): boolean =>
  new Set(nodes.filter(({ storage }) => storage === 'disk').map(({ host }) => host)).size > 1
