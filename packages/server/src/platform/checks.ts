/** Checks that `doctor` and the operator's system page share. They change nothing. */

export interface Finding {
  readonly isFine: boolean
  readonly text: string
  /** What to do when it is not fine. */
  readonly fix?: string
}

/** One check. A feature brings its own (`checks` of `http/feature.ts`). */
export interface Check {
  readonly name: string
  /** A rejection counts as a finding too. */
  run(): Promise<Finding>
}

export type NamedFinding = Finding & { readonly name: string }

/** An error with its own finding, such as one with several problems at once. */
export interface ErrorWithFinding extends Error {
  readonly finding: Pick<Finding, 'text' | 'fix'>
}

/** A check that rejects becomes a finding too. The fix is only included when there is something to fix. */
export async function examine({ name, run }: Check): Promise<NamedFinding> {
  const { isFine, text, fix } = await run().catch((error: unknown): Finding => ({ isFine: false, ...explain(error) }))
  return { name, isFine, text, ...(isFine || fix === undefined ? {} : { fix }) }
}

function explain(error: unknown): Pick<Finding, 'text' | 'fix'> {
  if (error instanceof Error && 'finding' in error) return (error as ErrorWithFinding).finding
  const { message: text, fix } = error as Error & { fix?: string }
  return { text, ...(fix === undefined ? {} : { fix }) }
}
