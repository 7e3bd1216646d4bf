import { getUpload } from '@spindle/contract'

/**
 * Commands for a shell, which send the bytes: with a token that is good for this upload alone, or with the key, which is
 * named by its variable and never written. Text from other people is in single quotes, where a shell reads
 * nothing into it.
 */

export interface SendOptions {
  readonly url: string
  /** A word of the shell. */
  readonly file: string
  readonly offset: number
  /** Of this upload; undefined: the shell has the key. */
  readonly token?: string | undefined
}

/** Where the bytes of an upload go. */
export const uploadUrl = (baseUrl: string, uploadId: string): string =>
  `${baseUrl}${getUpload.path.replace('{uploadId}', uploadId)}`

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** A path as one word of a shell; one that begins with a dash would be an option. */
export const toShellWord = (file: string): string => quoted(file.startsWith('-') ? `./${file}` : file)

/** PATCH of tus 1.0 from `offset` on. */
export function sendCommand({ url, file, offset, token }: SendOptions): string {
  const headers = [
    token === undefined ? 'X-API-Key: $SPINDLE_API_KEY' : `Upload-Token: ${token}`,
    'Tus-Resumable: 1.0.0',
    `Upload-Offset: ${offset}`,
    'Content-Type: application/offset+octet-stream',
  ]
  const send = `curl --globoff --fail-with-body -X PATCH ${headers.map((header) => `-H "${header}"`).join(' ')}`
  if (offset === 0) return `${send} -T ${file} ${quoted(url)}`
  return `tail -c +${offset + 1} ${file} | ${send} -T - ${quoted(url)}`
}

export const spindleCommand = ({ baseUrl, file }: { baseUrl: string; file: string }): string =>
  `spindle upload --hub ${quoted(baseUrl)} ${file}`
