import { vi } from 'vitest'
import type { CountedPlay, PlayerRelease } from '../../src/index.ts'
import { sampleRelease } from './releases.ts'

/** The server of a site in memory: releases, plays and events. Put back with `restore`. */
export interface FakeSite {
  /** What it answers; undefined for 404. */
  release: PlayerRelease | undefined
  /** It cannot be reached. */
  isDown: boolean
  /** How often the release was requested. */
  readonly requests: string[]
  readonly plays: CountedPlay[]
  /** Plays that a page handed to the browser when it ended. */
  readonly beacons: Promise<CountedPlay[]>[]
  /** Sends an event to every page. */
  send(name: string, data?: object): void
  restore(): void
}

export function fakeSite(): FakeSite {
  const sources = new Set<EventTarget>()
  const real = { fetch: globalThis.fetch, EventSource: globalThis.EventSource, sendBeacon: navigator.sendBeacon }
  const site: FakeSite = {
    ...{ release: sampleRelease(), isDown: false, requests: [], plays: [], beacons: [] },
    send(name, data = {}) {
      for (const source of sources) source.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }))
    },
    restore() {
      Object.assign(globalThis, { fetch: real.fetch, EventSource: real.EventSource })
      Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: real.sendBeacon })
    },
  }
  class Source extends EventTarget {
    readonly readyState = 1
    constructor() {
      super()
      sources.add(this)
    }
    close(): void {
      sources.delete(this)
    }
  }
  const answer = async (address: string, init?: { readonly method?: string; readonly body?: string }) => {
    if (site.isDown) throw new TypeError('no network')
    if (init?.method === 'POST') {
      site.plays.push(...(JSON.parse(init.body ?? '') as CountedPlay[]))
      return new Response(null, { status: 204 })
    }
    site.requests.push(address)
    return new Response(JSON.stringify(site.release ?? {}), { status: site.release ? 200 : 404 })
  }
  Object.assign(globalThis, { fetch: vi.fn(answer), EventSource: Source })
  Object.defineProperty(navigator, 'sendBeacon', {
    configurable: true,
    value: (_address: string, body: Blob) => {
      site.beacons.push(body.text().then((text) => JSON.parse(text) as CountedPlay[]))
      return true
    },
  })
  return site
}
