import type { ImportFile } from '@spindle/contract'

/** What is wrong with the files that a message names, and what to do about it. */

type Wrong = Exclude<ImportFile['status'], 'accepted' | 'kept'>

export const fileWords: Readonly<Record<Wrong, string>> = {
  hash_differs: 'does not have the hash in the message',
  size_differs: 'does not have the size in the message',
  missing: 'was not provided with the message',
  unusable: 'is not a complete upload of the right kind',
}

const codes: Readonly<Record<Wrong, 'files_differ' | 'files_missing' | 'files_unusable'>> = {
  hash_differs: 'files_differ',
  size_differs: 'files_differ',
  missing: 'files_missing',
  unusable: 'files_unusable',
}

const fixes: Readonly<Record<(typeof codes)[Wrong], string>> = {
  files_differ: 'Send the files that belong to the message, or ask its sender for a message about these files.',
  files_missing: 'Import the message again with its files.',
  files_unusable: 'Upload the complete audio again in a supported format.',
}

const shown = 3

/**
 * Why no recording can be used: the code and the sentence of the refusal. A wrong file is more important than a missing
 * one.
 */
export function explainFiles(files: readonly ImportFile[]): [code: string, detail: string] {
  const wrong = files.flatMap(({ path, status }) =>
    status === 'accepted' || status === 'kept' ? [] : [{ path: path === '' ? 'a file without a name' : path, status }],
  )
  const order: readonly Wrong[] = ['hash_differs', 'size_differs', 'unusable', 'missing']
  const sentences = order.flatMap((status) => {
    const same = wrong.filter((file) => file.status === status).map(({ path }) => path.slice(0, 200))
    if (same.length === 0) return []
    const more = same.length > shown ? [`The same applies to ${same.length - shown} more.`] : []
    return [...same.slice(0, shown).map((path) => `${path} ${fileWords[status]}.`), ...more]
  })
  const worst = order.find((status) => wrong.some((file) => file.status === status)) ?? 'missing'
  const code = codes[worst]
  return [code, `No recording of the message can be used. ${sentences.join(' ')} ${fixes[code]}`]
}
