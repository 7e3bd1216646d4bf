import { CommandError } from '@spindle/command-line'

/** The bytes of a response. Half a document looks like a whole one, so a lost connection must be an error. */
export async function* readResponseBody(response: Response, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  const stop = (): void => void reader?.cancel()
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      const part = await reader?.read()
      signal.throwIfAborted()
      if (part === undefined || part.done) return
      yield part.value as Uint8Array
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw new CommandError('The connection was lost during the response, so the output is incomplete', {
      code: 'connection_failed',
      fix: 'Run the same command again.',
      cause,
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
