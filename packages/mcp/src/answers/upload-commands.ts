import { getUpload } from '@spindle/contract'

/**
 * Commands for a shell, which send the bytes. The key is named by its variable and never written; whatever somebody
 * else chose stands in single quotes, where a shell reads nothing into it.
 */

/** Where the bytes of an upload go. */
export const uploadUrl = (baseUrl: string, uploadId: string): string =>
  `${baseUrl}${getUpload.path.replace('{uploadId}', uploadId)}`

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** A path as one word of a shell; one that begins with a dash would be an option. */
export const toShellWord = (file: string): string => quoted(file.startsWith('-') ? `./${file}` : file)

/** PATCH of tus 1.0 from `offset` on; `file` is a word of the shell. */
export function sendCommand({ url, file, offset }: { url: string; file: string; offset: number }): string {
  const headers = [
    'X-API-Key: $SPINDLE_API_KEY',
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
