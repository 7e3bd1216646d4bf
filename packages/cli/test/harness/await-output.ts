import { eventually } from '../../../server/test/harness/eventually.ts'

/** What a command has written so far. */
export interface WrittenOutput {
  stdout: string
  stderr: string
}

/** Waits until stdout or stderr holds a text; fails with what was written instead. */
export async function awaitOutput(written: WrittenOutput, text: string): Promise<void> {
  const isShown = () => written.stdout.includes(text) || written.stderr.includes(text) || undefined
  await eventually(isShown, { what: `"${text}"` }).catch((error: Error) => {
    throw new Error(`${error.message}; shown was ${JSON.stringify(written)}`)
  })
}
