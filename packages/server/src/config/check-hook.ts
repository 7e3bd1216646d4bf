import { isAbsolute } from 'node:path'
import { parseVariables, VariablesRefused } from '../platform/programs/program-variables.ts'
import type { Reader } from './reader.ts'

/** The program that checks releases, and what it runs with. */
export interface CheckHookSettings {
  readonly program: string
  readonly variables: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

export function readCheckHook(reader: Reader): CheckHookSettings | undefined {
  const timeoutMs = reader.integer('SPINDLE_CHECK_HOOK_SECONDS', 1, 60) * 1000
  const program = reader.text('SPINDLE_CHECK_HOOK')
  const variablesFile = reader.text('SPINDLE_CHECK_HOOK_ENV_FILE')
  if (program === undefined) {
    if (variablesFile !== undefined)
      reader.fail('SPINDLE_CHECK_HOOK_ENV_FILE', 'is set without SPINDLE_CHECK_HOOK', 'set both, or remove it')
    return undefined
  }
  if (!isAbsolute(program))
    reader.fail('SPINDLE_CHECK_HOOK', `"${program}" is not an absolute path`, 'set the absolute path of an executable')
  return { program, variables: readVariables(reader, variablesFile), timeoutMs }
}

function readVariables(reader: Reader, file: string | undefined): CheckHookSettings['variables'] {
  const text = file === undefined ? undefined : reader.file('SPINDLE_CHECK_HOOK_ENV_FILE', file)
  try {
    return parseVariables(text ?? '')
  } catch (error) {
    if (!(error instanceof VariablesRefused)) throw error
    reader.fail('SPINDLE_CHECK_HOOK_ENV_FILE', `has a mistake: ${error.message}`, 'correct the file')
    return {}
  }
}
