import { bytesInMemory, findSignature, readBytes } from '@spindle/contract/audio-headers'
import { describe, expect, it } from 'vitest'

const signatureOf = (text: string) => findSignature(Buffer.from(text, 'latin1'))

describe('findSignature', () => {
  it.each([
    ['RIFF\0\0\0\0WAVE', 'wav', false],
    ['RF64\0\0\0\0WAVE', 'wav', false],
    ['BW64\0\0\0\0WAVE', 'wav', false],
    ['FORM\0\0\0\0AIFF', 'aiff', false],
    ['FORM\0\0\0\0AIFC', 'aiff', false],
    ['fLaC', 'flac', false],
    ['\u00ff\u00d8\u00ff\u00e0', 'jpeg', true],
    ['\u0089PNG\r\n\u001a\n', 'png', true],
    ['RIFF\0\0\0\0WEBP', 'webp', true],
    ['II*\0', 'tiff', true],
    ['MM\0*', 'tiff', true],
    ['GIF89a', 'a GIF image', true],
    ['BM\u00ff', 'a BMP image', true],
    ['\0\0\0\u001cftypavif', 'an AVIF image', true],
    ['\0\0\0\u001cftypheic', 'a HEIC image', true],
    ['\0\0\0\u001cftypmif1', 'a HEIC image', true],
    ['\0\0\0\u001cftypheix', 'a HEIC image', true],
    ['\0\0\0\u001cftyphevc', 'a HEIC image', true],
    ['\0\0\0\u001cftypavis', 'an AVIF image', true],
    ['\0\0\0\u0018ftypcrx ', 'a Canon raw image (CR3)', true],
    ['II+\0\b\0\0\0', 'a BigTIFF image', true],
    ['8BPS', 'a Photoshop document', true],
    ['\u00ff\n', 'a JPEG XL image', true],
    ['\0\0\0\u000cJXL \r\n', 'a JPEG XL image', true],
    ['\0\0\0\u000cjP  \r\n', 'a JPEG 2000 image', true],
    ['\u00ff\u004f\u00ff\u0051', 'a JPEG 2000 image', true],
    ['\0\0\u0001\0', 'an icon (ICO)', true],
    ['%!PS-Adobe-3.0', 'an EPS document', true],
    ['\u0089PNG\r\r\n\u001a', 'a PNG that was transferred as text', true],
    ['\u0089PNG\n\u001a\n', 'a PNG that was transferred as text', true],
    ['<svg xmlns', 'an SVG or XML document', true],
    ['<?xml ', 'an SVG or XML document', true],
    ['%PDF-1.7', 'a PDF document', false],
    ['OggS', 'Ogg (Vorbis, Opus or FLAC in Ogg)', false],
    ['\0\0\0\u0020ftypM4A ', 'MP4 or M4A (AAC or ALAC)', false],
    ['\u00ff\u00f1', 'AAC (ADTS)', false],
    ['\u00ff\u00f9', 'AAC (ADTS)', false],
    ['ADIF', 'AAC (ADIF)', false],
    ['MAC ', "Monkey's Audio", false],
    ['wvpk', 'WavPack', false],
    ['caff', 'Core Audio Format', false],
    ['riff', 'Sony Wave64', false],
    ['DSD ', 'DSD audio', false],
    ['FRM8', 'DSD audio', false],
    ['0&\u00b2u\u008ef', 'Windows Media', false],
    ['\u001aE\u00df\u00a3', 'Matroska or WebM', false],
    ['MThd', 'MIDI', false],
    ['PK\u0003\u0004', 'a ZIP archive', false],
    ['#EXTM3U', 'a playlist (text)', false],
    ['ffconcat version 1.0', 'a playlist (text)', false],
    ['RIFX\0\0\0\0WAVE', 'big-endian WAV (RIFX)', false],
    ['\u001f\u008b\b', 'a gzip archive', false],
    ["7z\u00bc\u00af'", 'a 7-Zip archive', false],
    ['Rar!\u001a', 'a RAR archive', false],
    ['<!DOCTYPE html>', 'a web page', false],
    ['<!doctype html>', 'a web page', false],
    ['<html lang="en">', 'a web page', false],
    ['<HTML>', 'a web page', false],
    ['version https://git-lfs.github.com/spec/v1', 'a Git LFS pointer without the file', false],
    ['\0\u0005\u0016\u0007\0\u0002', 'the metadata of another file (AppleDouble)', false],
    ['\u00ef\u00bb\u00bfRIFF', 'text with a byte order mark', false],
    ['\0'.repeat(16), 'zeros (an unfinished transfer)', false],
  ])('knows %j as %s', (bytes, name, isPicture) => {
    expect(signatureOf(bytes)).toMatchObject({ name, isPicture })
  })

  it.each([
    '',
    'RIFF',
    'RIFF\0\0\0\0AVI ',
    'WAVE',
    'flac',
    '\u00ff\u00d8',
    '\u0089PNG',
    '\0'.repeat(15),
    'ftypheic',
    'Dear Sir',
  ])('does not identify %j', (bytes) => {
    expect(signatureOf(bytes)).toBeUndefined()
  })
})

describe('readBytes', () => {
  const source = bytesInMemory(Buffer.from('0123456789'))
  const text = (position: number, length: number) => Buffer.from(readBytes(source, position, length)).toString()

  it.each([
    [0, 4, '0123'],
    [6, 4, '6789'],
    [8, 4, '89'],
    [10, 4, ''],
    [99, 4, ''],
    [0, 0, ''],
  ])('reads from %i at most %i bytes: %j', (position, length, expected) => {
    expect(text(position, length)).toBe(expected)
  })

  it('reserves no memory for bytes that a header only claims', () => {
    expect(readBytes(source, 0, 4_294_967_295)).toHaveLength(10)
  })
})
