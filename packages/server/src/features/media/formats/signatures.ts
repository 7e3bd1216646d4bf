// What a file is, by its first bytes. Names and content types are claims of the sender and are never looked at.

const text = (value: string): readonly number[] => [...value].map((letter) => letter.charCodeAt(0))

interface Signature {
  readonly name: string
  /** [offset, bytes] pairs that must all be there. */
  readonly marks: readonly (readonly [number, readonly number[]])[]
}

const at0 = (name: string, mark: readonly number[]): Signature => ({ name, marks: [[0, mark]] })
const form = (name: string, first: string, at8: string): Signature => ({
  name,
  marks: [
    [0, text(first)],
    [8, text(at8)],
  ],
})
const brand = (name: string, at8: string): Signature => ({ name, marks: [[4, text(`ftyp${at8}`)]] })

/** Order matters: the first that fits is the answer. */
const signatures: readonly Signature[] = [
  form('wav', 'RIFF', 'WAVE'),
  form('wav', 'RF64', 'WAVE'),
  form('wav', 'BW64', 'WAVE'),
  form('aiff', 'FORM', 'AIFF'),
  form('aiff', 'FORM', 'AIFC'),
  at0('flac', text('fLaC')),
  at0('jpeg', [0xff, 0xd8, 0xff]),
  at0('png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  form('webp', 'RIFF', 'WEBP'),
  at0('tiff', [0x49, 0x49, 0x2a, 0x00]),
  at0('tiff', [0x4d, 0x4d, 0x00, 0x2a]),
  at0('a GIF image', text('GIF8')),
  at0('a BMP image', text('BM')),
  brand('an AVIF image', 'avif'),
  brand('a HEIC image', 'heic'),
  brand('a HEIC image', 'mif1'),
  at0('a Photoshop document', text('8BPS')),
  at0('a JPEG XL image', [0xff, 0x0a]),
  at0('a PDF document', text('%PDF')),
  at0('an SVG or XML document', text('<svg')),
  at0('an SVG or XML document', text('<?xml')),
  at0('Ogg (Vorbis, Opus or FLAC in Ogg)', text('OggS')),
  { name: 'MP4 or M4A (AAC or ALAC)', marks: [[4, text('ftyp')]] },
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
]

/** The name of what the bytes are, or undefined. 16 bytes are enough. MP3 has no mark and is found by its frames. */
export const findSignature = (bytes: Uint8Array): string | undefined =>
  signatures.find(({ marks }) =>
    marks.every(([offset, mark]) => mark.every((value, index) => bytes[offset + index] === value)),
  )?.name
