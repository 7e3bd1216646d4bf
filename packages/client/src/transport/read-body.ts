import { ConnectionError } from '../errors.ts'

/** Bodies of answers: anything but JSON is not quoted, because it may hold a secret meant for the caller alone. */

/** The JSON of an answer, undefined without a body. Throws `ConnectionError` if it is not JSON. */
export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw invalidAnswer('with invalid JSON')
  }
}

/** An answer that a hub does not give: another server is at its address, or in front of it. */
export const invalidAnswer = (what: string): ConnectionError =>
  new ConnectionError(`The hub answered ${what}`, { code: 'answer_invalid' })

/** At most so many bytes as text, undefined when there are more; the sender may never end. */
export async function findText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let left = maxBytes; ; ) {
    const part = await reader?.read()
    if (part === undefined || part.done) return text + decoder.decode()
    left -= part.value.byteLength
    if (left < 0) {
      await reader?.cancel().catch(() => {})
      return undefined
    }
    text += decoder.decode(part.value, { stream: true })
  }
}
