/** The package.json of a published package: built files in place of sources, nothing of development. */

/** A package.json, with the members that publishing reads. */
export interface Manifest {
  readonly name: string
  readonly exports?: Readonly<Record<string, string>>
  /** By condition, e.g. `node` and `default`. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly [member: string]: unknown
}

/** Where the repository and its issues are; members of the root's package.json that all packages share. */
export interface Home {
  readonly repository?: { readonly type: string; readonly url: string }
  readonly homepage?: string
  readonly bugs?: unknown
  /** Node for the platforms of npm. */
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Every package that is published, in the order of dependencies. */
export const publishedPackages = ['contract', 'command-line', 'client', 'mcp', 'cli', 'player', 'hub'] as const
export type PublishedPackage = (typeof publishedPackages)[number]

/** The folder of a package in the repository. */
export const directoryOf = (name: string): string => `packages/${name === 'hub' ? 'server' : name}`

/** `directory` is the package's place in the repository, `contents` what is beside its package.json. */
export function publishedManifest(
  source: Manifest,
  {
    home,
    directory,
    contents,
    commit,
  }: {
    readonly home: Home
    readonly directory: string
    readonly contents: string[]
    /** Programs show it in their version. */
    readonly commit?: string | undefined
  },
): object {
  const { private: _private, scripts: _scripts, devDependencies: _devDependencies, exports, imports, ...kept } = source
  const { repository, homepage, bugs } = home
  return {
    ...kept,
    ...(repository && { repository: { ...repository, directory } }),
    ...(homepage !== undefined && { homepage }),
    ...(bugs !== undefined && { bugs }),
    ...(exports && { exports: builtEntries(exports) }),
    ...(imports && { imports: builtImports(imports) }),
    files: contents,
    ...(commit !== undefined && { gitHead: commit }),
  }
}

/** `./src/index.ts` is `./dist/index.js`, with its types first. */
function builtEntries(exports: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(exports).map(([entry, path]) => {
      const built = builtPath(path)
      return [entry, { types: `${built}.d.ts`, default: `${built}.js` }]
    }),
  )
}

/** The same for the names that code of the package imports by condition. */
const builtImports = (imports: NonNullable<Manifest['imports']>) =>
  Object.fromEntries(
    Object.entries(imports).map(([name, conditions]) => [
      name,
      Object.fromEntries(
        Object.entries(conditions).map(([condition, path]) => [
          condition,
          `${builtPath(path)}${condition === 'types' ? '.d.ts' : '.js'}`,
        ]),
      ),
    ]),
  )

const builtPath = (path: string): string => path.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, '')
