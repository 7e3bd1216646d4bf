import type { Reader } from './reader.ts'
import type { SettingKey } from './settings.ts'

/** A secret from the environment or from a file; undefined when neither is set. */
export function readSecretOrFile(reader: Reader, key: SettingKey, fileKey: SettingKey): string | undefined {
  const given = reader.text(key)
  const path = reader.text(fileKey)
  if (path === undefined) return given
  if (given !== undefined) return reader.fail(key, `is set together with ${fileKey}`, 'set only one of them')
  const text = reader.file(fileKey, path)
  if (text === undefined) return undefined
  return text.trim() || reader.fail(fileKey, `${path} is empty`, 'write the secret into it')
}
