import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { presets, type ReportFormat, ReportRefused } from '../../src/features/reports/index.ts'
import { reportReader } from '../../src/features/reports/read-in-jail.ts'
import type { ReportLine } from '../../src/features/reports/reading/report-line.ts'
import type { ReportProblem } from '../../src/features/reports/reading/report-problem.ts'
import { silentLog } from '../../src/platform/logging/log.ts'
import { atEnd } from '../harness/cleanup.ts'
import { dsrSales, dsrSummary, financialReport } from '../harness/dsr-files.ts'
import { table } from '../harness/report-hub.ts'

/** Hostile reports. Each is read in the real child process, in the real sandbox. */

const spindle = { format: 'spindle', mapping: presets.spindle }
const dsr = { format: 'dsr' }
const line = 'ZZABC2600001,,Intro,big,DE,2026-03,1,,0.5,EUR'

describe('the reader of reports', () => {
  const reader = reportReader({ log: silentLog })
  atEnd(() => reader.drain())

  async function read(
    contents: readonly (string | Buffer)[],
    how: ReportFormat = spindle,
    take?: (lines: readonly ReportLine[]) => Promise<void>,
    setAside?: (problems: readonly ReportProblem[]) => void,
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'spindle-hostile-'))
    const lines: ReportLine[] = []
    const files = await Promise.all(
      contents.map(async (content, index) => {
        const path = join(folder, `${index}.csv`)
        await writeFile(path, content)
        return { name: `${index}.csv`, handle: await open(path) }
      }),
    )
    try {
      const head = await reader.read({ files, how }, take ?? (async (some) => void lines.push(...some)), setAside)
      return { head, lines }
    } finally {
      for (const { handle } of files) await handle.close()
      await rm(folder, { recursive: true })
    }
  }

  const refusal = async (content: string | Buffer, how?: typeof dsr): Promise<string> =>
    read([content], how).then(
      () => 'it was taken',
      (error: unknown) => {
        if (!(error instanceof ReportRefused)) throw error
        return error.message
      },
    )

  it('reads an honest one, and one in parts', async () => {
    const whole = await read([table(line)])
    expect(whole.head).toEqual({ format: 'spindle' })
    expect(whole.lines).toEqual([
      {
        isrc: 'ZZABC2600001',
        gtin14: '',
        title: 'Intro',
        artist: '',
        store: 'big',
        territory: 'DE',
        model: '',
        from: '2026-03-01',
        to: '2026-03-31',
        streams: '1',
        downloads: '',
        currency: 'EUR',
        revenue: '0.5',
      },
    ])
    const first = financialReport([dsrSummary({ id: 's' }), dsrSales({ summary: 's', isrc: 'ZZABC2600001' })], {
      part: 1,
      parts: 2,
    })
    const second = financialReport([dsrSales({ summary: 's', isrc: 'ZZABC2600002' })], {
      part: 2,
      parts: 2,
      lines: 7,
      summaries: 1,
    })
    const parts = await read([gzipSync(second), first], dsr)
    expect(parts.head).toMatchObject({ messageId: 'MSG1' })
    expect(parts.lines.map(({ isrc }) => isrc)).toEqual(['ZZABC2600001', 'ZZABC2600002'])
  })

  it.each<[string, () => string | Buffer, string]>([
    ['a line without an end', () => `${table(line)}${'x'.repeat(5_000_000)}`, 'is longer than 65536 characters'],
    ['a first line without an end', () => 'x'.repeat(5_000_000), 'is longer than 65536 characters'],
    ['a quote without an end', () => table(`"${'x,\n'.repeat(100_000)}`), 'is longer than 65536 characters'],
    ['a quote that is never closed', () => table(`"${line}`), 'A quotation mark is not closed.'],
    ['10,000 columns', () => `${Array.from({ length: 10_000 }, (_, n) => n).join(',')}\n`, 'has 10000 columns'],
    ['65,000 separators', () => table(','.repeat(65_000)), 'has 65001 columns'],
    ['a NUL', () => table(line.replace('Intro', 'In\0tro')), 'The file has NUL characters'],
    ['UTF-16 without a mark', () => Buffer.from(table(line), 'utf16le'), 'The file has NUL characters'],
    ['nothing', () => '', 'The file is empty.'],
    ['a byte order mark alone', () => '\ufeff', 'The file is empty.'],
    ['half of a gzip file', () => gzipSync(table(line)).subarray(0, 60), 'The gzip file is incomplete.'],
    ['a gzip file that unpacks for ever', () => gzipSync(Buffer.alloc(200 * 2 ** 20, '\n')), 'more than 250 times'],
    ['gzip in gzip', () => gzipSync(gzipSync(table(line))), 'The file has NUL characters'],
    ['a 7z archive', () => Buffer.from('7z\xbc\xaf\x27\x1c\0\x04', 'latin1'), 'The file is a 7z archive.'],
    ['a RAR archive', () => Buffer.from('Rar!\x1a\x07\x01\0'), 'The file is a RAR archive.'],
    ['audio', () => Buffer.from('fLaC\0\0\0\x22'), 'The file has NUL characters'],
    ['a thousand faults', () => table(...Array.from({ length: 1000 }, () => 'a,b,c')), 'has 3 columns'],
    ['a name of a prototype', () => '__proto__,constructor\n1,2\n', 'does not have this column'],
  ])('refuses %s in words', async (_, make, problem) => {
    expect(await refusal(make())).toContain(problem)
  })

  it.each<[string, () => string, string]>([
    ['a head without an end', () => 'x'.repeat(5_000_000), 'is longer than 65536 characters'],
    ['a table', () => table(line), 'not with a DSR header'],
    [
      'more summaries than memory has room for',
      () => financialReport(Array.from({ length: 400_000 }, (_, n) => dsrSummary({ id: `${n}-${'x'.repeat(60)}` }))),
      'could not be read within the limits of the hub',
    ],
  ])('refuses a DSR of %s in words', async (_, make, problem) => {
    expect(await refusal(make(), dsr)).toContain(problem)
  })

  it('ends the child when its lines cannot be kept', async () => {
    const full = new Error('the disk is full')
    const taking = read([table(...Array.from({ length: 50_000 }, () => line))], spindle, () => Promise.reject(full))
    await expect(taking).rejects.toBe(full)
  })

  it('lets the child wait while its lines are taken', async () => {
    let isTaking = false
    let count = 0
    await read([table(...Array.from({ length: 20_000 }, () => line))], spindle, async (lines) => {
      expect(isTaking).toBe(false)
      isTaking = true
      await new Promise(setImmediate)
      isTaking = false
      count += lines.length
    })
    expect(count).toBe(20_000)
  })

  it('sends what is set aside between the lines of a long table, and what it skips and reports at the end', async () => {
    const columns = { isrc: 'ISRC', period: 'Month', reported: 'Statement', streams: 'Streams' }
    const mapping = { columns, skip: { Type: ['Payout'] } }
    const rows = Array.from({ length: 50_000 }, (_, index) => {
      const streams = index % 100 === 7 ? 'many' : '1'
      return `ZZABC2600001,2026-03,2026-0${(index % 2) + 4},${streams},${index % 10 === 3 ? 'Payout' : 'Sale'}`
    })
    const content = ['ISRC,Month,Statement,Streams,Type', ...rows].join('\n')
    let lines = 0
    const events: string[] = []
    const found: ReportProblem[] = []
    const { head } = await read(
      [content],
      { format: 'table', mapping, setsAside: true },
      async (some) => {
        lines += some.length
        if (events.at(-1) !== 'lines') events.push('lines')
      },
      (problems) => {
        found.push(...problems)
        if (events.at(-1) !== 'set aside') events.push('set aside')
      },
    )
    expect(lines).toBe(44_500)
    expect(found).toHaveLength(500)
    expect(found[0]).toMatchObject({ line: 9, column: 'Streams', cell: 'many' })
    expect(found.at(-1)).toMatchObject({ line: 49_909 })
    expect(events.length).toBeGreaterThan(100)
    expect(head).toEqual({
      format: 'table',
      skippedLines: 5000,
      reported: [
        { from: '2026-04-01', to: '2026-04-30' },
        { from: '2026-05-01', to: '2026-05-31' },
      ],
    })
  })

  it('refuses a mapping that is too large for the process', async () => {
    const store = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`shop ${index}`, 'x'.repeat(60)]))
    const mapping = { columns: { isrc: 'isrc', period: 'period', streams: 'streams' }, values: { store } }
    await expect(read([table(line)], { format: 'table', mapping })).rejects.toThrow(
      'The mapping is larger than 64 KiB.',
    )
  })
})
