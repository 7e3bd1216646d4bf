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

/** Whether the file has only one picture. A second one (CIPA DC-007) follows the first. */
function isPlainJpeg(bytes: Buffer): boolean {
  for (let at = 2; at + 8 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker === startOfScan) return true
    if (marker === app2 && bytes.toString('latin1', at + 4, at + 8) === 'MPF\0') return false
  }
  return true
}

const startOfScan = 0xff_da
const app2 = 0xff_e2

/**
 * Whether the file has neither the frames of an APNG nor EXIF that libvips does not read: ImageMagick stores EXIF as text,
 * and other programs write it after the picture.
 */
function isPlainPng(bytes: Buffer): boolean {
  let isBehind = false
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    isBehind ||= name === 'IDAT'
    if (name === 'acTL' || (isBehind && ['eXIf', 'iTXt', 'zTXt'].includes(name))) return false
    if (/^Raw profile type (?:exif|app1|xmp)/i.test(bytes.toString('latin1', at + 8, at + 40))) return false
  }
  return true
}
