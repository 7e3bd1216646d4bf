import { describe, expect, it } from 'vitest'
import { toFailure } from './failure.ts'

describe('a failure as people read it', () => {
  it.each([
    [
      new DOMException('The requested file could not be read', 'NotReadableError'),
      'The file was changed, moved or deleted. Choose it again.',
    ],
    [
      new DOMException('A requested file was not found', 'NotFoundError'),
      'The file was changed, moved or deleted. Choose it again.',
    ],
    [new TypeError('Failed to fetch'), 'The hub did not respond. Check your connection and try again.'],
    [
      new TypeError('NetworkError when attempting to fetch resource.'),
      'The hub did not respond. Check your connection and try again.',
    ],
    [new Error('x is not iterable'), 'Something went wrong on this page. Try again, or reload the page.'],
    ['string', 'Something went wrong on this page. Try again, or reload the page.'],
  ])('has no text of a program: %s', (error, message) => {
    expect(toFailure(error).message).toBe(message)
  })
})
