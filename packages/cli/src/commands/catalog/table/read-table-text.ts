import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CommandError, exitCodes } from '@spindle/command-line'
import { decodeUnicode } from '@spindle/contract/text-files'
import type { CommandContext } from '../../../command-line/command-context.ts'

/** The text of a CSV file; `-` is stdin. Throws if it is not Unicode. */
export async function readTableText({ cwd, readStdin }: CommandContext, file: string): Promise<string> {
  const bytes = file === '-' ? await readStdin() : await readFile(resolve(cwd, file))
  const text = decodeUnicode(new Uint8Array(bytes))
  if (text !== undefined) return text
  throw new CommandError(`${file} is not UTF-8`, {
    code: 'table_invalid',
    exitCode: exitCodes.validation,
    fix: 'Save it as "CSV UTF-8".',
  })
}
