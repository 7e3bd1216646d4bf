import type { Packed } from '../../../../client/test/harness/pack.ts'
import type { TestPostgres } from './postgres.ts'

/** Resources that test files share. Values are sent to them as JSON. */
export interface SharedResources {
  /** A server with a migrated template database; `createTestDatabase` copies it. */
  readonly postgres: TestPostgres
  /** The packages that people install, as npm packs them. */
  readonly contractPackage: Packed
  readonly commandLinePackage: Packed
  readonly clientPackage: Packed
  readonly mcpPackage: Packed
  readonly cliPackage: Packed
  readonly playerPackage: Packed
  readonly hubPackage: Packed
  /** The bundle of this checkout, which every start of it then finds. The value is the folder of its record. */
  readonly hubBundle: string
}

export interface Started<Value> {
  readonly value: Value
  stop?(): Promise<void>
}

type Starters = {
  readonly [Name in keyof SharedResources]: (folder: string) => Promise<Started<SharedResources[Name]>>
}

/** How each is created, in a folder of the run. Its module is imported only then. */
export const starters: Starters = {
  postgres: async (folder) => (await import('./postgres.ts')).startTestPostgres(folder),
  contractPackage: (folder) => packPackage('contract', folder),
  commandLinePackage: (folder) => packPackage('command-line', folder),
  clientPackage: (folder) => packPackage('client', folder),
  mcpPackage: (folder) => packPackage('mcp', folder),
  cliPackage: (folder) => packPackage('cli', folder),
  playerPackage: (folder) => packPackage('player', folder),
  hubPackage: (folder) => packPackage('hub', folder),
  hubBundle: async () => (await import('./bundle-hub.ts')).bundleHub(),
}

async function packPackage(name: Packed['name'], folder: string): Promise<Started<Packed>> {
  const { pack } = await import('../../../../client/test/harness/pack.ts')
  return { value: await pack(name, folder) }
}
