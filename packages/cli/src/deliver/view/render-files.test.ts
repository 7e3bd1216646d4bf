import { stripVTControlCharacters, styleText } from 'node:util'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { FileState } from './file-states.ts'
import { renderFiles } from './render-files.ts'

const file = (name: string, rest: Partial<FileState> = {}): FileState => ({
  name,
  bytes: 42_100_000,
  phase: 'waiting',
  sent: 0,
  bytesPerSecond: 0,
  retry: undefined,
  upload: undefined,
  why: undefined,
  ...rest,
})

const upload = (status: 'ready' | 'rejected', findings: readonly { severity: string }[] = []) =>
  ({
    status,
    findings,
    technical: { kind: 'audio', container: 'wav', sampleRate: 44_100, bitDepth: 24, durationMs: 222_000 },
  }) as unknown as FileState['upload']

const files: readonly FileState[] = [
  file('01 Opening.wav', { phase: 'checked', sent: 42_100_000, upload: upload('ready') }),
  file('02 Second.wav', {
    phase: 'sending',
    sent: 26_102_000,
    bytesPerSecond: 3_100_000,
    retry: { attempt: 1, of: 8, delayMs: 500, reason: 'connection lost' },
  }),
  file('03 夜のドライブ、とても長い題名のある歌、そして終わらない.flac', {
    phase: 'sending',
    sent: 1_000_000,
    bytesPerSecond: 900,
  }),
  file('04 שלום עולם שלום עולם שלום עולם שלום עולם.wav', { phase: 'checking', sent: 42_100_000 }),
  file('05 👩‍👩‍👧‍👦 family.wav', { phase: 'reading' }),
  file('06 \u001b[31mred\u0007.wav', { phase: 'failed', why: 'the connection was lost' }),
  file('07 Bad.wav', { phase: 'checked', sent: 42_100_000, upload: upload('rejected') }),
  file('08 Loud.wav', { phase: 'checked', upload: upload('ready', [{ severity: 'error' }, { severity: 'warning' }]) }),
  file('empty.wav', { bytes: 0 }),
  file('absent.wav', { bytes: 0, phase: 'failed', why: 'does not exist' }),
  file('void.wav', { bytes: 0, phase: 'checked', upload: upload('rejected') }),
]

const plain = (_style: string, text: string): string => text
const coloured = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { validateStream: false })

describe('renderFiles', () => {
  it.each([20, 40, 60, 80, 100, 120, 200])('fits into %i columns', (columns) => {
    for (const paint of [plain, coloured]) {
      const lines = renderFiles(files, { columns, rows: 40, paint })
      expect(lines).toHaveLength(files.length + 1)
      for (const line of lines) {
        // Narrower than this, nothing can be shown at all.
        expect(stringWidth(line)).toBeLessThan(Math.max(columns, 26))
        expect(line).not.toContain('\n')
      }
    }
  })

  it('shows all details at 120 columns', () => {
    expect(renderFiles(files, { columns: 120, rows: 40, paint: plain })).toEqual([
      '✔ 01 Opening.wav                      ████████████████ 100%  42.1 MB  checked WAV 24/44.1 3:42',
      '  02 Second.wav                       █████████▉░░░░░░  62%  42.1 MB  3.1 MB/s 0:05 retry 1 of 8',
      '  03 夜のドライブ、と…終わらない.flac ▍░░░░░░░░░░░░░░░   2%  42.1 MB  900 B/s 12:41:07',
      expect.stringMatching(/^ {2}04 שלום.*\.wav +█{16} 100% {2}42\.1 MB {2}checking$/),
      expect.stringMatching(/^ {2}05 👩‍👩‍👧‍👦 family\.wav +░{16} {3}0% {2}42\.1 MB {2}reading$/u),
      '✖ 06 red .wav                         ░░░░░░░░░░░░░░░░   0%  42.1 MB  the connection was lost',
      '✖ 07 Bad.wav                          ████████████████ 100%  42.1 MB  rejected',
      '✔ 08 Loud.wav                         ░░░░░░░░░░░░░░░░   0%  42.1 MB  checked WAV 24/44.1 3:42 (1 error, 1 warning)',
      '  empty.wav                           ░░░░░░░░░░░░░░░░   0%      0 B',
      '✖ absent.wav                          ░░░░░░░░░░░░░░░░   0%      0 B  does not exist',
      '✖ void.wav                            ████████████████ 100%      0 B  rejected',
      '  Total                               ████████▎░░░░░░░  52% 294.7 MB  3.1 MB/s 0:46 left',
    ])
  })

  it('has room at 80 columns for a master on its way and a checked one', () => {
    expect(renderFiles(files.slice(0, 2), { columns: 80, rows: 40, paint: plain })).toEqual([
      '✔ 01 Opening.wav ██████████ 100%  42.1 MB  checked WAV 24/44.1 3:42',
      '  02 Second.wav  ██████▏░░░  62%  42.1 MB  3.1 MB/s 0:05 retry 1 of 8',
      '  Total          ████████░░  81%  84.2 MB  3.1 MB/s 0:05 left',
    ])
  })

  it('keeps name, percent and the words at 40 columns', () => {
    expect(renderFiles(files.slice(0, 2), { columns: 40, rows: 40, paint: plain })).toEqual([
      '✔ 01 Op…g.wav 100%  checked WAV 24/44.…',
      '  02 Se…d.wav  62%  3.1 MB/s 0:05 retr…',
      '  Total        81%  3.1 MB/s 0:05 left',
    ])
  })

  it('is not higher than the terminal, and counts what it leaves out', () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      file(`${index}.wav`, { phase: index < 10 ? 'checked' : index < 13 ? 'sending' : 'waiting' }),
    )
    const lines = renderFiles(many, { columns: 80, rows: 6, paint: plain })
    expect(lines).toHaveLength(6)
    expect(lines.slice(0, 3).map((line) => line.trim().split(' ')[0])).toEqual(['10.wav', '11.wav', '12.wav'])
    expect(lines.at(-2)).toBe('  and 36 files more: 10 checked, 26 waiting')
    expect(lines.at(-1)).toMatch(/^ {2}Total +░{10} {3}0% {3}1\.7 GB$/)
  })

  it('shows how many are checked when all are sent, and no total at the end', () => {
    const sent = { sent: 42_100_000 }
    const checked = file('a.wav', { ...sent, phase: 'checked', upload: upload('ready') })
    const frame = { columns: 80, rows: 40, paint: plain }
    expect(renderFiles([checked, file('b.wav', { ...sent, phase: 'checking' })], frame).at(-1)).toBe(
      '  Total    ██████████ 100%  84.2 MB  1 of 2 checked',
    )
    expect(renderFiles([checked, checked], frame)).toHaveLength(2)
    expect(renderFiles([file('one.wav', { phase: 'sending' })], frame)).toHaveLength(1)
  })

  it('colours nothing but what it would show anyway', () => {
    const frame = { columns: 80, rows: 40 }
    const bare = renderFiles(files, { ...frame, paint: plain })
    expect(renderFiles(files, { ...frame, paint: coloured }).map((line) => stripVTControlCharacters(line))).toEqual(
      bare,
    )
  })
})
