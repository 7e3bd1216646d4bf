import { describe, expect, it } from 'vitest'
import { type OutputStream, terminalOutput } from './terminal-output.ts'

const sink = (isTTY: boolean) => {
  const written: string[] = []
  const made: OutputStream = { isTTY, columns: 80, write: (data) => written.push(String(data)) }
  return { ...made, written }
}

describe('lines for a terminal', () => {
  const [stdout, stderr] = [sink(true), sink(true)]
  const out = terminalOutput({ stdout, stderr, json: false, colour: true })

  it('keep colours, and nothing else that a terminal obeys', () => {
    const hostile = 'a\u001b[2J\u001b]0;title\u0007b\u009b31mc\rd\u202ee\u001b'
    out.result(null, () => [`${out.paint('red', 'x')} ${hostile}`])
    out.say(hostile)
    out.next(hostile)
    const [line, ...said] = [...stdout.written, ...stderr.written]
    expect(line).toBe('\u001b[31mx\u001b[39m a [2J ]0;title b 31mc d e \n')
    expect(said).toEqual(['a [2J ]0;title b 31mc d e \n', '\u001b[2ma [2J ]0;title b 31mc d e \u001b[22m\n'])
  })
})
