// What a file is, by its first bytes. Names and content types are claims of the sender and are never used.

const text = (value: string): readonly number[] => [...value].map((letter) => letter.charCodeAt(0))

/** How files of one kind begin, and what the kind is called. */
export interface Signature {
  /** `wav`, `aiff`, `flac`, `jpeg`, `png`, `webp`, `tiff`, or words that describe what is not taken. */
  readonly name: string
  readonly isPicture: boolean
  /** [offset, bytes] pairs that must all be there. */
  readonly marks: readonly (readonly [number, readonly number[]])[]
}

const at0 = (name: string, mark: readonly number[], isPicture = false): Signature => ({
  name,
  isPicture,
  marks: [[0, mark]],
})
const picture = (name: string, mark: readonly number[]): Signature => at0(name, mark, true)
const form = (name: string, first: string, at8: string): Signature => ({
  name,
  isPicture: name === 'webp',
  marks: [
    [0, text(first)],
    [8, text(at8)],
  ],
})
const brand = (name: string, at8: string): Signature => ({
  name,
  isPicture: true,
  marks: [[4, text(`ftyp${at8}`)]],
})

/** Order matters: the first that fits is the answer. */
const signatures: readonly Signature[] = [
  form('wav', 'RIFF', 'WAVE'),
  form('wav', 'RF64', 'WAVE'),
  form('wav', 'BW64', 'WAVE'),
  form('aiff', 'FORM', 'AIFF'),
  form('aiff', 'FORM', 'AIFC'),
  at0('flac', text('fLaC')),
  picture('jpeg', [0xff, 0xd8, 0xff]),
  picture('png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  form('webp', 'RIFF', 'WEBP'),
  picture('tiff', [0x49, 0x49, 0x2a, 0x00]),
  picture('tiff', [0x4d, 0x4d, 0x00, 0x2a]),
  picture('a BigTIFF image', [0x49, 0x49, 0x2b, 0x00]),
  picture('a BigTIFF image', [0x4d, 0x4d, 0x00, 0x2b]),
  picture('a GIF image', text('GIF8')),
  picture('a BMP image', text('BM')),
  brand('an AVIF image', 'avif'),
  brand('a HEIC image', 'heic'),
  brand('an AVIF image', 'avis'),
  ...['mif1', 'msf1', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'].map((at8) => brand('a HEIC image', at8)),
  brand('a Canon raw image (CR3)', 'crx '),
  picture('a Photoshop document', text('8BPS')),
  picture('a JPEG XL image', [0xff, 0x0a]),
  picture('a JPEG XL image', [0, 0, 0, 0x0c, ...text('JXL ')]),
  picture('a JPEG 2000 image', [0, 0, 0, 0x0c, ...text('jP  ')]),
  picture('a JPEG 2000 image', [0xff, 0x4f, 0xff, 0x51]),
  picture('an icon (ICO)', [0, 0, 1, 0]),
  picture('an EPS document', text('%!PS')),
  // The marks of PNG contain both kinds of line ends, so that such a change is noticed.
  picture('a PNG that was transferred as text', [0x89, ...text('PNG\r\r\n')]),
  picture('a PNG that was transferred as text', [0x89, ...text('PNG\n')]),
  at0('a PDF document', text('%PDF')),
  picture('an SVG or XML document', text('<svg')),
  picture('an SVG or XML document', text('<?xml')),
  at0('Ogg (Vorbis, Opus or FLAC in Ogg)', text('OggS')),
  { name: 'MP4 or M4A (AAC or ALAC)', isPicture: false, marks: [[4, text('ftyp')]] },
  at0('AAC (ADTS)', [0xff, 0xf1]),
  at0('AAC (ADTS)', [0xff, 0xf9]),
  at0('AAC (ADIF)', text('ADIF')),
  at0("Monkey's Audio", text('MAC ')),
  at0('WavPack', text('wvpk')),
  at0('Core Audio Format', text('caff')),
  at0('Sony Wave64', text('riff')),
  at0('DSD audio', text('DSD ')),
  at0('DSD audio', text('FRM8')),
  at0('Windows Media', [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66]),
  at0('Matroska or WebM', [0x1a, 0x45, 0xdf, 0xa3]),
  at0('MIDI', text('MThd')),
  at0('a ZIP archive', text('PK')),
  at0('a playlist (text)', text('#EXTM3U')),
  at0('a playlist (text)', text('ffconcat')),
  at0('big-endian WAV (RIFX)', text('RIFX')),
  at0('a gzip archive', [0x1f, 0x8b]),
  at0('a 7-Zip archive', [...text('7z'), 0xbc, 0xaf]),
  at0('a RAR archive', text('Rar!')),
  at0('a web page', text('<!DOCTYPE')),
  at0('a web page', text('<!doctype')),
  at0('a web page', text('<html')),
  at0('a web page', text('<HTML')),
  at0('a Git LFS pointer without the file', text('version https://')),
  at0('the metadata of another file (AppleDouble)', [0, 5, 0x16, 7]),
  at0('text with a byte order mark', [0xef, 0xbb, 0xbf]),
  at0(
    'zeros (an unfinished transfer)',
    Array.from({ length: 16 }, () => 0),
  ),
]

/** What the bytes are, or undefined. 16 bytes are enough. MP3 has no mark and is found by its frames. */
export const findSignature = (bytes: Uint8Array): Signature | undefined =>
  signatures.find(({ marks }) =>
    marks.every(([offset, mark]) => mark.every((value, index) => bytes[offset + index] === value)),
  )
