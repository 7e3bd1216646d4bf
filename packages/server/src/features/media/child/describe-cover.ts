import type { Metadata } from 'sharp'

/** Whether a picture can leave the hub as it is: upright, without a position, one picture, in sRGB with 8 bits. */
export const isAsStoresTakeIt = (metadata: Metadata, bytes: Buffer): boolean =>
  (metadata.format === 'jpeg' || metadata.format === 'png') &&
  (metadata.orientation ?? 1) === 1 &&
  (metadata.pages ?? 1) === 1 &&
  metadata.depth === 'uchar' &&
  (metadata.space === 'srgb' || metadata.space === 'b-w') &&
  isSrgb(metadata.icc) &&
  !hasPosition(metadata) &&
  (metadata.format === 'png' ? isPlainPng(bytes) : isPlainJpeg(bytes))

/** A picture without a profile is sRGB. The names of other profiles (Display P3, Adobe RGB) do not contain the word. */
function isSrgb(profile: Buffer | undefined): boolean {
  if (!profile) return true
  // Version 2 writes the name in ASCII, version 4 in UTF-16.
  return profile.includes('sRGB') || profile.includes(Buffer.from('\0s\0R\0G\0B', 'latin1'))
}

const hasPosition = ({ exif, xmp }: Metadata): boolean =>
  (exif !== undefined && hasGpsTag(exif)) ||
  (xmp !== undefined && /GPS(?:Latitude|Longitude|Position|Coordinates)/.test(xmp.toString('latin1')))

const gpsTag = 0x8825

/** Of the first directory of a TIFF (EXIF 3.0, 4.6.3). What cannot be read may be one. */
function hasGpsTag(exif: Buffer): boolean {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  if (tiff.length < 8) return tiff.length > 0
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const word = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return true
  for (let index = 0, entry = start + 2; index < word(start); index++, entry += 12)
    if (entry + 12 > tiff.length || word(entry) === gpsTag) return true
  return false
}

/**
 * Whether the file has one picture and nothing else. A second picture (CIPA DC-007), the video of a telephone with its
 * position, or an archive may follow the first.
 */
function isPlainJpeg(bytes: Buffer): boolean {
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes.readUInt16BE(at)
    if (marker === endOfImage) return bytes.subarray(at + 2).every(isPadding)
    if (marker === app2 && bytes.toString('latin1', at + 4, at + 8) === 'MPF\0') return false
    const next = marker >= 0xff_00 && marker !== 0xff_ff ? at + 2 + bytes.readUInt16BE(at + 2) : at + 1
    at = marker === startOfScan ? findMarker(bytes, next) : next
  }
  return at + 2 === bytes.length && bytes.readUInt16BE(at) === endOfImage
}

/** Zeros of a device that writes blocks, and line ends of a transfer. */
const isPadding = (byte: number): boolean => byte === 0 || byte === 0x0a || byte === 0x0d

/** The next marker after the pixels of a scan. In the pixels, each FF byte is followed by 0 (ITU-T T.81, B.1.1.5). */
function findMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0 && isWithinScan(bytes[at + 1] ?? 0)) at = bytes.indexOf(0xff, at + 1)
  return at < 0 ? bytes.length : at
}

/** A stuffed zero, a restart marker, or the fill before a marker. */
const isWithinScan = (code: number): boolean => code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7)

const startOfScan = 0xff_da
const endOfImage = 0xff_d9
const app2 = 0xff_e2

/**
 * Whether the file has neither the frames of an APNG, nor bytes after its end, nor EXIF that libvips does not read:
 * ImageMagick stores EXIF as text, and other programs write it after the picture.
 */
function isPlainPng(bytes: Buffer): boolean {
  let isBehind = false
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'IEND') return bytes.subarray(at + 12).every(isPadding)
    isBehind ||= name === 'IDAT'
    if (name === 'acTL' || (isBehind && ['eXIf', 'iTXt', 'zTXt'].includes(name))) return false
    if (/^Raw profile type (?:exif|app1|xmp)/i.test(bytes.toString('latin1', at + 8, at + 40))) return false
  }
  return true
}
