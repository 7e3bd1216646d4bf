import { describe, expect, it } from 'vitest'
import { collect } from '../../test/harness/collect.ts'
import { readTextPages } from './read-text-pages.ts'

const next = (cursor: string) => ({ link: `<https://inner.example/catalog?cursor=${cursor}&limit=2>; rel="next"` })

/** Pages by their cursor; the first has none. */
function hubWith(pages: Readonly<Record<string, readonly [text: string, headers?: Record<string, string>]>>) {
  const asked: string[] = []
  const requestPage = async ({ cursor = 'first' }: { readonly cursor?: string }): Promise<Response> => {
    asked.push(cursor)
    const [text, headers = {}] = pages[cursor] ?? ['?']
    return new Response(text, { headers })
  }
  return { asked, requestPage }
}

async function read(hub: ReturnType<typeof hubWith>, options: { hasHeading: boolean; isWhole: boolean }) {
  const { signal } = new AbortController()
  const chunks = await collect(readTextPages({ requestPage: hub.requestPage, signal, ...options }))
  return Buffer.concat(chunks).toString()
}

describe('readTextPages', () => {
  it('joins the pages of a CSV under one heading', async () => {
    const hub = hubWith({
      first: ['id,title\n1,A\n', next('two')],
      two: ['id,title\n2,B\n', next('three')],
      three: ['id,title\n3,C\n'],
    })
    expect(await read(hub, { hasHeading: true, isWhole: true })).toBe('id,title\n1,A\n2,B\n3,C\n')
    expect(hub.asked).toEqual(['first', 'two', 'three'])
  })

  it('keeps every line of NDJSON, which has no heading', async () => {
    const hub = hubWith({ first: ['{"id":1}\n', next('two')], two: ['{"id":2}\n'] })
    expect(await read(hub, { hasHeading: false, isWhole: true })).toBe('{"id":1}\n{"id":2}\n')
  })

  it('reads only the requested page', async () => {
    const hub = hubWith({ first: ['id\n1\n', next('two')] })
    expect(await read(hub, { hasHeading: true, isWhole: false })).toBe('id\n1\n')
    expect(hub.asked).toEqual(['first'])
  })

  it.each([
    ['no link', {}],
    ['a link that is not the next page', { link: '<https://hub.example/?cursor=a>; rel="first"' }],
    ['a link without a cursor', { link: '<https://hub.example/>; rel="next"' }],
    ['a link that is not an address', { link: '<nonsense>; rel="next"' }],
  ])('ends after a page with %s', async (_name, headers) => {
    const hub = hubWith({ first: ['id\n', headers] })
    await read(hub, { hasHeading: true, isWhole: true })
    expect(hub.asked).toEqual(['first'])
  })
})
