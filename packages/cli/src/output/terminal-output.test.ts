import { describe, expect, it } from 'vitest'
import {
  escapeControls,
  type OutputOptions,
  type OutputStream,
  sanitizeText,
  supportsColour,
  terminalOutput,
} from './terminal-output.ts'
import { wrapText } from './wrap-text.ts'

const stream = (isTTY: boolean, columns = 80) => {
  const written: string[] = []
  const made: OutputStream = {
    isTTY,
    columns,
    write: (data, done) => {
      written.push(typeof data === 'string' ? data : Buffer.from(data).toString())
      done?.()
    },
  }
  return { ...made, written }
}

function openOutput(isTTY: boolean, options: Partial<OutputOptions> = {}) {
  const [stdout, stderr] = [stream(isTTY, 30), stream(isTTY, 30)]
  const out = terminalOutput({ stdout, stderr, json: false, colour: true, ...options })
  return { out, stdout: () => stdout.written.join(''), stderr: () => stderr.written.join('') }
}

/** Clears the screen, sets the title, colours by C1, writes from right to left. */
const hostile = 'a\u001b[2J\u001b]0;title\u0007b\u009b31mc\rd\u202ee\u001b'

describe('lines for a terminal', () => {
  it('keep colours, and nothing else that a terminal obeys', () => {
    const { out, stdout, stderr } = openOutput(true)
    out.result(null, () => [`${out.paint('red', 'x')} ${hostile}`])
    out.say(hostile)
    out.next(hostile)
    expect(stdout()).toBe('\u001b[31mx\u001b[39m a [2J ]0;title b 31mc d e \n')
    expect(stderr()).toBe('a [2J ]0;title b 31mc d e \n\u001b[2ma [2J ]0;title b 31mc d e \u001b[22m\n')
  })

  it('are wrapped between words', () => {
    const { out, stdout, stderr } = openOutput(true, { wrap: wrapText })
    out.result(null, () => ['one two three four five six seven'])
    out.say('one two three four five six seven')
    expect(stdout()).toBe('one two three four five six\n  seven\n')
    expect(stderr()).toBe('one two three four five six\n  seven\n')
  })

  it('name commands with the options of this call', () => {
    const { out, stderr } = openOutput(true, {
      colour: false,
      completeCommands: (line) => line.replace('spindle', 'spindle --hub b'),
    })
    out.next('Next: spindle deliver x')
    out.say('See: spindle releases get rel_1')
    expect(stderr()).toBe('Next: spindle --hub b deliver x\nSee: spindle --hub b releases get rel_1\n')
  })
})

describe('documents', () => {
  const csv = `id,title\n1,"${hostile}"\n`

  it('are escaped on a terminal, because a title could otherwise write there', async () => {
    const { out, stdout } = openOutput(true)
    out.document(csv)
    const bytes = Buffer.from(csv)
    await out.stream(
      (async function* () {
        // In the middle of the letter U+202E.
        const middle = bytes.indexOf(0xe2) + 1
        yield bytes.subarray(0, middle)
        yield bytes.subarray(middle)
      })(),
    )
    const escaped = 'id,title\n1,"a\\u001b[2J\\u001b]0;title\\u0007b\\u009b31mc\rd\\u202ee\\u001b"\n'
    expect(stdout()).toBe(escaped + escaped)
  })

  it('are the very bytes in a pipe or a file', async () => {
    const { out, stdout } = openOutput(false)
    out.document(csv)
    await out.stream(
      (async function* () {
        yield Buffer.from(csv)
      })(),
    )
    expect(stdout()).toBe(csv + csv)
  })

  it('as JSON mean the same on a terminal, and hold nothing it obeys', () => {
    const { out, stdout } = openOutput(true, { json: true })
    out.result({ title: hostile }, () => [])
    expect(stdout()).not.toMatch(/[\u0080-\u009f\u202a-\u202e]/u)
    expect(JSON.parse(stdout())).toEqual({ title: hostile })
  })
})

describe('an output', () => {
  it('is rows in a pipe, without colours and indents, and says what comes next only to people', () => {
    const { out, stdout, stderr } = openOutput(false)
    out.result({ a: 1 }, () => [out.paint('bold', 'text'), '  id\trel_1'])
    out.next('Next: something')
    expect([out.isJson, out.isTerminal, out.isLive]).toEqual([false, false, false])
    expect(stdout()).toBe('text\nid\trel_1\n')
    expect(stderr()).toBe('')
  })

  it('is JSON on request, in a pipe and in a terminal', () => {
    for (const isTTY of [false, true]) {
      const { out, stdout } = openOutput(isTTY, { json: true })
      out.result({ a: 1 }, () => ['text'])
      out.oneOfMany({ b: 2 }, () => ['text'])
      expect(stdout()).toBe('{\n  "a": 1\n}\n{"b":2}\n')
    }
  })

  it('is JSON of the chosen members, also of the rows of a page', () => {
    const { out, stdout, stderr } = openOutput(false, { fields: ['id', 'titel'] })
    const row = { id: 'rel_1', title: 'Night Drive' }
    out.oneOfMany(row, () => [])
    out.result([row], () => [])
    out.result({ data: [row], page: { hasMore: false } }, () => [])
    const shown = stdout().replaceAll(/\s/g, '')
    expect(shown).toBe('{"id":"rel_1"}[{"id":"rel_1"}]{"data":[{"id":"rel_1"}],"page":{"hasMore":false}}')
    expect(stderr()).toBe('! --fields: nothing here has a member "titel". Did you mean title? There are: id, title.\n')
  })

  it('says nothing about members where there are no rows', () => {
    const { out, stdout, stderr } = openOutput(false, { fields: ['id'] })
    out.result({ data: [] }, () => [])
    expect([JSON.parse(stdout()), stderr()]).toEqual([{ data: [] }, ''])
  })

  it('shows a secret alone, or with the rest when JSON was requested', () => {
    const text = openOutput(false)
    text.out.secret('spn_1', { key: 'spn_1' })
    expect(text.stdout()).toBe('spn_1\n')
    const json = openOutput(false, { json: true })
    json.out.secret('spn_1', { key: 'spn_1' })
    expect(JSON.parse(json.stdout())).toEqual({ key: 'spn_1' })
  })

  it.each([
    [0, 80],
    [10, 20],
    [120, 120],
  ])('of a terminal with %i columns has %i', (given, columns) => {
    const [stdout, stderr] = [stream(true, 0), stream(true, given)]
    expect(terminalOutput({ stdout, stderr, json: false, colour: false }).columns).toBe(columns)
  })
})

describe('sanitizeText', () => {
  it.each([
    ['a\nb\tc', 'a b c'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['a\u2028b\u2029c', 'a b c'],
    ['夜のドライブ', '夜のドライブ'],
  ])('makes one harmless line of %j', (text, line) => {
    expect(sanitizeText(text)).toBe(line)
  })
})

describe('escapeControls', () => {
  it('keeps line breaks, tabs and every letter', () => {
    expect(escapeControls('a\r\nb\tc é 夜 👩‍👩‍👧')).toBe('a\r\nb\tc é 夜 👩‍👩‍👧')
  })
})

describe('supportsColour', () => {
  it.each([
    [true, {}, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
  ])('of a terminal (%j) with %j is %j', (isTTY, environment, expected) => {
    expect(supportsColour(environment, stream(isTTY))).toBe(expected)
  })
})
