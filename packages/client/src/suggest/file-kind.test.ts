import { describe, expect, it } from 'vitest'
import { detectFileKind, parseDiscFolder } from './file-kind.ts'

describe('kindOfFile', () => {
  it.each([
    ['01 Opening.WAV', 'master'],
    ['01 Opening.aif', 'master'],
    ['01 Opening.flac', 'master'],
    ['01 Opening.mp3', 'master'],
    ['01 Opening.m4a', 'foreignAudio'],
    ['cover.JPEG', 'image'],
    ['release.yml', 'manifest'],
    ['Release.JSON', 'manifest'],
    ['._01 Opening.wav', 'ignored'],
    ['.DS_Store', 'ignored'],
    ['Thumbs.db', 'ignored'],
    ['album.m3u8', 'ignored'],
    ['booklet.pdf', 'unknown'],
    ['README', 'unknown'],
    ['wav', 'unknown'],
  ])('%s is %s', (name, kind) => expect(detectFileKind(name)).toBe(kind))
})

describe('discOfFolder', () => {
  it.each([
    ['CD1', 1],
    ['cd 02', 2],
    ['Disc 2 - Live', 2],
    ['Disk_3', 3],
    ['disc10', 10],
    ['Discography', undefined],
    ['Scans', undefined],
    ['CD', undefined],
    ['CD0', undefined],
    ['Compact 1', undefined],
  ])('%s is disc %s', (name, disc) => expect(parseDiscFolder(name)).toBe(disc))
})
