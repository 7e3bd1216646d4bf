/** The checks that `doctor` and the operator's system page share. No check changes anything. */

export interface Finding {
  readonly isFine: boolean
  readonly text: string
  /** What to do if it is not fine. */
  readonly fix?: string
}

/** One check. A feature defines its own (`checks` of `http/feature.ts`). */
export interface Check {
  readonly name: string
  /** Rejects if the check is impossible, which is a finding too. */
  run(): Promise<Finding>
}

export type NamedFinding = Finding & { readonly name: string }

/** An error that can be shown as a finding, such as one with several problems. */
export interface ErrorWithFinding extends Error {
  readonly finding: Pick<Finding, 'text' | 'fix'>
}

/** A failed check is a finding too. A fix is named only if something needs to be fixed. */
export async function examine({ name, run }: Check): Promise<NamedFinding> {
  const { isFine, text, fix } = await run().catch((error: unknown): Finding => ({ isFine: false, ...explain(error) }))
  return { name, isFine, text, ...(isFine || fix === undefined ? {} : { fix }) }
}

function explain(error: unknown): Pick<Finding, 'text' | 'fix'> {
  if (error instanceof Error && 'finding' in error) return (error as ErrorWithFinding).finding
  const { message: text, fix } = error as Error & { fix?: string }
  return { text, ...(fix === undefined ? {} : { fix }) }
}
