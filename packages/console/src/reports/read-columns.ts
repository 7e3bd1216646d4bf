/**
 * The names of the columns of a table, read in the page from the first bytes of its file, so that they can be chosen
 * from. The hub reads the file itself; what cannot be read here is typed.
 */

/** A first line is no longer than the hub takes. */
const headBytes = 64 * 1024

export interface TableLayout {
  readonly skipLines: number
  /** By default found in the first line. */
  readonly delimiter: string | undefined
}

/** The first text of a file: plain or gzip, UTF-8, UTF-16 with its mark, else Latin-1. Empty for workbooks and archives. */
export async function readHead(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (isZip(start) || isOldWorkbook(start)) return ''
  return decode(isGzip(start) ? await unpackHead(start) : start)
}

/** Empty if the text has no such line. */
export function columnsOf(head: string, { skipLines, delimiter }: TableLayout): readonly string[] {
  const line = head.split(/\r?\n/)[skipLines] ?? ''
  const names = splitLine(line, delimiter ?? findDelimiter(line)).map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

/** Of xlsx, xlsb and ods too. */
const isZip = ([first, second]: Uint8Array): boolean => first === 0x50 && second === 0x4b
/** Compound files of Microsoft, such as xls. */
const isOldWorkbook = ([first, second]: Uint8Array): boolean => first === 0xd0 && second === 0xcf

const isGzip = ([first, second]: Uint8Array): boolean => first === 0x1f && second === 0x8b

/** As much as the packed bytes give: they are cut off somewhere. */
async function unpackHead(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')).getReader()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  try {
    while (length < headBytes) {
      const { done, value } = await reader.read()
      if (done) break
      pieces.push(value)
      length += value.length
    }
  } catch {
    // The end is missing.
  }
  void reader.cancel().catch(() => {})
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // A character that is cut at the end does not mean another encoding.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('latin1').decode(bytes)
  }
}

const delimiters = [',', ';', '\t', '|'] as const

/** The one that is there most, as the hub finds it. */
const findDelimiter = (line: string): string =>
  delimiters.reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best))

/** Cells may be in quotes, with separators and doubled quotes in them. */
function splitLine(line: string, delimiter: string): readonly string[] {
  const cells: string[] = []
  let rest = line
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest)
    const end = quoted ? quoted[0].length : rest.indexOf(delimiter)
    const isLast = end < 0 || end >= rest.length
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : isLast ? rest : rest.slice(0, end))
    if (isLast) return cells
    rest = rest.slice(end + delimiter.length)
  }
}
