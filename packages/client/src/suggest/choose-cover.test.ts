import { describe, expect, it } from 'vitest'
import { chooseCover } from './choose-cover.ts'

const images = (...names: string[]) =>
  names.map((name) => ({ name, path: name, size: 1, mtimeMs: 0, ctimeMs: 0, disc: undefined }))

describe('chooseCover', () => {
  it.each([
    [['scan.jpg', 'Cover.JPG'], 'Cover.JPG'],
    [['back.jpg', 'folder.png'], 'folder.png'],
    [['front.png', 'artwork.jpg', 'folder.jpg'], 'front.png'],
    [['cover.png', 'cover.jpg'], 'cover.jpg'],
    [['cover back.jpg', 'cover front.jpg'], 'cover front.jpg'],
    [['CD1/cover.jpg', 'cover.jpg'], 'cover.jpg'],
    [['b.jpg', 'a.png'], 'b.jpg'],
  ])('of %j takes %s and says so', (names, expected) => {
    const { cover, note } = chooseCover(images(...names))
    expect(cover?.name).toBe(expected)
    expect(note).toContain(`${expected} is used as the cover`)
    for (const other of names.filter((name) => name !== expected)) expect(note).toContain(other)
  })

  it('says nothing when there is no choice', () => {
    expect(chooseCover(images('photo.png'))).toMatchObject({ cover: { name: 'photo.png' }, note: undefined })
    expect(chooseCover([])).toEqual({ cover: undefined, note: undefined })
  })
})
