/** One event as received from the stream; `data` is its JSON. */
export interface ParsedEvent {
  /** Where to continue. */
  readonly id: string | undefined
  /** Its name. */
  readonly event: string
  /** Its content. */
  readonly data: unknown
}

/**
 * Reads server-sent events (WHATWG HTML, section 9.2.6) as they come. Comments are signs of life: after `silenceMs` without
 * anything `onSilence` is called, which should cut the line.
 */
export async function* parseEvents(
  { body }: Pick<Response, 'body'>,
  onSilence: () => void,
  silenceMs: number,
): AsyncGenerator<ParsedEvent, void, undefined> {
  if (!body) return
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  const decoder = new TextDecoder()
  let rest = ''
  let timer = setTimeout(onSilence, silenceMs)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      clearTimeout(timer)
      timer = setTimeout(onSilence, silenceMs)
      const blocks = (rest + decoder.decode(value, { stream: true })).split(/\r\n\r\n|\n\n|\r\r/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event) yield event
      }
    }
  } finally {
    clearTimeout(timer)
    await reader.cancel().catch(() => {})
  }
}

function parseBlock(block: string): ParsedEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name !== '') fields.set(name, fields.has(name) && name === 'data' ? `${fields.get(name)}\n${value}` : value)
  }
  const data = fields.get('data')
  return data === undefined
    ? undefined
    : { id: fields.get('id'), event: fields.get('event') ?? 'message', data: JSON.parse(data) }
}
