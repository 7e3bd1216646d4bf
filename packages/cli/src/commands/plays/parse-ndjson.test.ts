import { describe, expect, it } from 'vitest'
import { collect } from '../../../test/harness/collect.ts'
import { type InvalidLine, type PlayLine, parsePlayLines } from './parse-ndjson.ts'

async function parse(...chunks: readonly (string | Uint8Array)[]): Promise<readonly (PlayLine | InvalidLine)[]> {
  const source = async function* (): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
  }
  return collect(parsePlayLines(source()))
}

describe('parsePlayLines', () => {
  it('reads one object per line, with the number of its line', async () => {
    expect(await parse('{"id":"a"}\n{"id":"b"}\n')).toEqual([
      { number: 1, event: { id: 'a' } },
      { number: 2, event: { id: 'b' } },
    ])
  })

  it('reads a last line without a line break', async () => {
    expect(await parse('{"id":"a"}\n{"id":"b"}')).toHaveLength(2)
  })

  it('joins a line that arrives in several chunks, also in the middle of a letter', async () => {
    const bytes = Buffer.from('{"id":"Ä"}\n')
    expect(await parse(bytes.subarray(0, 8), bytes.subarray(8))).toEqual([{ number: 1, event: { id: 'Ä' } }])
  })

  it.each([
    ['empty lines', '\n\n{"id":"a"}\n', [{ number: 3, event: { id: 'a' } }]],
    ['lines of spaces', '   \n{"id":"a"}\n', [{ number: 2, event: { id: 'a' } }]],
    ['line breaks of Windows', '{"id":"a"}\r\n', [{ number: 1, event: { id: 'a' } }]],
    ['nothing', '', []],
  ])('accepts %s', async (_name, text, lines) => {
    expect(await parse(text)).toEqual(lines)
  })

  it.each([['text'], ['[1]'], ['1'], ['"a"'], ['null'], ['{"id":'], ['{"id":1}}']])(
    'reports %j as a line that is not a JSON object and reads on',
    async (text) => {
      expect(await parse(`${text}\n{"id":"b"}\n`)).toEqual([
        { number: 1, message: 'not a JSON object' },
        { number: 2, event: { id: 'b' } },
      ])
    },
  )

  it('reports a line that is too long once, without keeping it, and reads on', async () => {
    const long = 'x'.repeat(50_000)
    expect(await parse(long, long, long, '\n{"id":"b"}\n')).toEqual([
      { number: 1, message: 'longer than 65536 characters' },
      { number: 2, event: { id: 'b' } },
    ])
    expect(await parse(long, long)).toEqual([{ number: 1, message: 'longer than 65536 characters' }])
  })
})
