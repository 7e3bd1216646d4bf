/** What `doctor` and the operator's page of the system look at alike. No check changes anything. */

export interface Finding {
  readonly isFine: boolean
  readonly text: string
  /** What to do when it is not fine. */
  readonly fix?: string
}

/** One thing to look at. A feature brings its own (`checks` of `http/feature.ts`). */
export interface Check {
  readonly name: string
  /** Rejects where it cannot be found out, which is a finding too. */
  run(): Promise<Finding>
}

export type NamedFinding = Finding & { readonly name: string }

/** An error that knows how to be shown as a finding, such as one with several problems at once. */
export interface ErrorWithFinding extends Error {
  readonly finding: Pick<Finding, 'text' | 'fix'>
}

/** A check that fails is a finding too. A fix is named only where something is to be fixed. */
export async function examine({ name, run }: Check): Promise<NamedFinding> {
  const { isFine, text, fix } = await run().catch((error: unknown): Finding => ({ isFine: false, ...explain(error) }))
  return { name, isFine, text, ...(isFine || fix === undefined ? {} : { fix }) }
}

function explain(error: unknown): Pick<Finding, 'text' | 'fix'> {
  if (error instanceof Error && 'finding' in error) return (error as ErrorWithFinding).finding
  const { message: text, fix } = error as Error & { fix?: string }
  return { text, ...(fix === undefined ? {} : { fix }) }
}
