import type { IncomingMessage } from 'node:http'

/**
 * Whether a field was sent more than once. Node keeps the first Authorization and joins others with commas, so
 * a proxy could have judged another credential than we do: the raw fields are counted.
 */
export function isRepeated({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): boolean {
  let fields = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name) fields++
  }
  return fields > 1
}
