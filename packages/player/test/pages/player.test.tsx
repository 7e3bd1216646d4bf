import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeSite, fakeSite } from '../harness/fake-site.ts'
import { openPlayer } from '../harness/open-player.ts'
import { sampleRelease, sampleTrack } from '../harness/releases.ts'

/** The element in a page, with a site's server in memory and an audio element whose data the test sends. */

let site: FakeSite
beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-05-01T08:00:00Z')
  site = fakeSite()
})
afterEach(async () => {
  document.body.replaceChildren()
  await vi.advanceTimersByTimeAsync(0)
  site.restore()
  vi.useRealTimers()
})

describe('a release', () => {
  it('is shown with its cover, lines and tracks, and nothing is played or loaded', async () => {
    const { screen, addresses, player } = await openPlayer()
    expect(screen.titles()).toEqual(['Track 1', 'Track 2', 'Track 3'])
    expect([screen.text('title'), screen.text('artist')]).toEqual(['Night Harbour', 'Ada Verne'])
    expect(player.shadowRoot?.querySelector('img')?.alt).toBe('Cover of Night Harbour')
    expect([addresses, player.paused, screen.current()]).toEqual([[], true, undefined])
  })

  it('that the page has is shown without a request, also if it was set before the element was defined', async () => {
    const { player, screen } = await openPlayer({ src: '' })
    player.release = sampleRelease(1, [2])
    expect([screen.titles(), site.requests]).toEqual([['Track 2'], []])
  })

  it('that cannot be loaded is loaded again, and by Play at once', async () => {
    site.isDown = true
    const { screen, events, audio, addresses } = await openPlayer()
    expect(screen.text('message')).toBe('The music cannot be loaded now. Press Play to try again.')
    expect(events).toEqual(['playerror'])
    site.isDown = false
    screen.press('Play')
    await vi.advanceTimersByTimeAsync(0)
    expect([audio.paused, addresses]).toEqual([false, ['http://hub.test/mp3/1?turn=1']])
    expect(screen.text('message')).toBe('')
  })

  it('speaks the language of the page', async () => {
    const { player, screen } = await openPlayer()
    player.labels = { play: 'Abspielen', playTrack: '{title} abspielen' }
    screen.press('Abspielen')
    expect(screen.find('Track 2 abspielen').textContent).toContain('3:20')
    expect(screen.find('Next track').textContent).toBe('')
  })
})

describe('playing', () => {
  it('goes from track to track to the end, and marks and announces the current one', async () => {
    const { screen, arrive, pass, addresses, events, player } = await openPlayer()
    screen.press('Play')
    arrive()
    expect([screen.current(), screen.announced(), screen.text('now')]).toEqual([
      'Track 1',
      'Playing Track 1',
      'Track 1',
    ])
    for (const _ of [1, 2, 3]) {
      await pass(200)
      arrive()
    }
    expect(addresses).toEqual([1, 2, 3].map((number) => `http://hub.test/mp3/${number}?turn=1`))
    expect(events.filter((name) => name !== 'playcounted')).toEqual([
      ...['releasechange', 'trackchange', 'trackchange', 'trackchange', 'releaseend'],
    ])
    expect([player.paused, player.currentTrack?.trackId]).toEqual([true, 'trk_1'])
  })

  it('is paused and continued by its buttons and by the list', async () => {
    const { screen, arrive, audio, pass, player } = await openPlayer()
    screen.press('Play Track 2')
    arrive()
    await pass(5)
    screen.press('Pause')
    expect([audio.paused, player.currentTime]).toEqual([true, 5])
    screen.press('Play Track 2')
    expect([audio.paused, player.currentTime]).toEqual([false, 5])
    screen.press('Next track')
    expect(player.currentTrack?.title).toBe('Track 3')
    expect(screen.find('Next track').hasAttribute('disabled')).toBe(true)
  })

  it('returns to the beginning by Previous after three seconds, and to the track before within them', async () => {
    const { screen, arrive, pass, player, audio } = await openPlayer()
    player.play('trk_2')
    arrive()
    await pass(4)
    screen.press('Previous track')
    expect([player.currentTrack?.trackId, audio.currentTime]).toEqual(['trk_2', 0])
    screen.press('Previous track')
    expect(player.currentTrack?.trackId).toBe('trk_1')
  })

  it('seeks by the keys of the slider, also before it plays', async () => {
    const { screen, arrive, audio, player } = await openPlayer()
    const slider = screen.find('Position')
    const press = (key: string) => slider.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
    press('ArrowRight')
    press('ArrowRight')
    press('ArrowLeft')
    expect([player.currentTime, slider.getAttribute('aria-valuetext')]).toEqual([5, '0:05 of 3:20'])
    screen.press('Play')
    arrive()
    expect(audio.currentTime).toBe(5)
  })

  it('of one player pauses another one of the page', async () => {
    const first = await openPlayer()
    const second = await openPlayer()
    first.screen.press('Play')
    second.screen.press('Play')
    expect([first.player.paused, second.player.paused]).toEqual([true, false])
  })

  it('stops when the element is removed, and not when it is moved', async () => {
    const { player, arrive, audio } = await openPlayer()
    player.play()
    arrive()
    document.body.prepend(player)
    await vi.advanceTimersByTimeAsync(0)
    expect(audio.paused).toBe(false)
    player.remove()
    await vi.advanceTimersByTimeAsync(0)
    expect(audio.paused).toBe(true)
  })

  it('is as loud as the listener sets it, and quieter for loud masters with normalize', async () => {
    const { player, audio, screen } = await openPlayer()
    player.play()
    player.volume = 0.5
    expect(audio.volume).toBe(0.5)
    player.setAttribute('normalize', '')
    expect(audio.volume).toBeCloseTo(0.5 * 10 ** (-4 / 20), 5)
    player.removeAttribute('normalize')
    expect(audio.volume).toBe(0.5)
    screen.press('Mute')
    expect([audio.muted, screen.find('Unmute').title]).toEqual([true, 'Unmute'])
  })
})

describe('an address that has ended', () => {
  it('is replaced, and playing continues at the same place', async () => {
    const { player, arrive, pass, refuse, addresses, audio, events } = await openPlayer()
    player.play()
    arrive()
    await pass(42)
    site.release = sampleRelease(2)
    await refuse()
    arrive()
    expect(addresses).toEqual(['http://hub.test/mp3/1?turn=1', 'http://hub.test/mp3/1?turn=2'])
    expect([audio.currentTime, audio.paused, player.paused]).toEqual([42, false, false])
    expect(events).toEqual(['releasechange', 'trackchange', 'releasechange'])
  })

  it('is replaced at the place to which the listener was seeking', async () => {
    const { player, arrive, refuse, audio } = await openPlayer()
    player.play()
    arrive()
    player.seek(150)
    await refuse()
    arrive()
    expect(audio.currentTime).toBe(150)
  })

  it('of a track that fails again is given up after two attempts, and Play tries once more', async () => {
    const { screen, arrive, pass, refuse, events, player, audio } = await openPlayer()
    player.play()
    arrive()
    await pass(10)
    for (const _ of [1, 2]) {
      await refuse()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    await refuse()
    expect(screen.text('message')).toBe('Track 1 cannot be played now. Press Play to try again.')
    expect([events.at(-1), site.requests.length, player.paused]).toEqual(['playerror', 3, true])
    screen.press('Play')
    arrive()
    expect([audio.currentTime, screen.text('message')]).toEqual([10, ''])
  })
})

describe('a takedown', () => {
  const about = { releaseId: 'rel_1', trackIds: [], endedTrackIds: [] }

  it('of the release stops it at once and shows why', async () => {
    const { player, arrive, pass, audio, screen, events } = await openPlayer()
    player.play()
    arrive()
    await pass(3)
    site.send('takedown', about)
    expect([audio.paused, audio.hasAttribute('src'), screen.titles()]).toEqual([true, false, []])
    expect([screen.text('message'), events.at(-1)]).toEqual(['This release is not available any more.', 'takedown'])
    expect(player.shadowRoot?.querySelector('img')?.hidden).toBe(true)
  })

  it('of the track that plays stops it, and the others can be played', async () => {
    const { player, arrive, audio, screen } = await openPlayer()
    player.play('trk_2')
    arrive()
    site.release = sampleRelease(2, [1, 3])
    site.send('changed', { ...about, endedTrackIds: ['trk_2'] })
    expect([audio.hasAttribute('src'), screen.titles()]).toEqual([false, ['Track 1', 'Track 3']])
    expect(screen.text('message')).toBe('This track is not available any more.')
    screen.press('Play Track 3')
    expect(screen.text('now')).toBe('Track 3')
  })

  it('of another track or release does not disturb what plays', async () => {
    const { player, arrive, pass, audio, addresses } = await openPlayer()
    player.play()
    arrive()
    site.release = sampleRelease(2, [1, 2])
    site.send('takedown', { ...about, releaseId: 'rel_2' })
    site.send('changed', { ...about, endedTrackIds: ['trk_3'] })
    await vi.advanceTimersByTimeAsync(1_000)
    await pass(1)
    expect([audio.paused, addresses.length, site.requests.length]).toEqual([false, 1, 2])
  })

  it('that the events missed is seen when the release is requested again', async () => {
    const { player, arrive, audio, screen } = await openPlayer()
    player.play()
    arrive()
    site.release = undefined
    site.send('reset')
    await vi.advanceTimersByTimeAsync(1_000)
    expect([audio.hasAttribute('src'), screen.titles()]).toEqual([false, []])
    site.release = sampleRelease(3)
    site.send('live', about)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([screen.titles().length, screen.text('message')]).toEqual([3, ''])
  })

  it('of a master that is replaced plays the new one at the same place', async () => {
    const { player, arrive, pass, addresses, audio } = await openPlayer()
    player.play()
    arrive()
    await pass(20)
    const [, ...others] = sampleRelease(2).tracks
    site.release = { ...sampleRelease(2), tracks: [sampleTrack(1, 2, { audio: { sha256: 'other' } }), ...others] }
    site.send('audio', { ...about, trackIds: ['trk_1'] })
    await vi.advanceTimersByTimeAsync(1_000)
    arrive()
    expect([addresses.at(-1), audio.currentTime, audio.paused]).toEqual(['http://hub.test/mp3/1?turn=2', 20, false])
  })
})

describe('plays', () => {
  it('are sent when a track that counts is over', async () => {
    const { player, arrive, pass, events } = await openPlayer({ source: 'album', model: 'free' })
    player.play()
    arrive()
    await pass(31)
    expect(site.plays).toEqual([])
    player.next()
    await vi.advanceTimersByTimeAsync(0)
    expect(site.plays).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{32}$/), trackId: 'trk_1', at: '2026-05-01T08:00:00.000Z' },
        ...{ playedMs: 31_000, source: 'album', model: 'free' },
      },
    ])
    expect(events).toContain('playcounted')
  })

  it('leave out pauses, and what is shorter than 30 seconds', async () => {
    const { player, arrive, pass } = await openPlayer()
    player.play()
    arrive()
    await pass(20)
    player.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    player.play()
    await pass(9)
    player.next()
    await vi.advanceTimersByTimeAsync(0)
    expect(site.plays).toEqual([])
  })

  it('are one when an address is replaced in the middle', async () => {
    const { player, arrive, pass, refuse } = await openPlayer()
    player.play()
    arrive()
    await pass(20)
    await refuse()
    arrive()
    await pass(20)
    player.next()
    await vi.advanceTimersByTimeAsync(0)
    expect(site.plays.map(({ playedMs }) => playedMs)).toEqual([40_000])
  })

  it('go with the page when it is left, and once to the next page', async () => {
    const { player, arrive, pass } = await openPlayer()
    player.play()
    arrive()
    await pass(35)
    dispatchEvent(new Event('pagehide'))
    const [beacon] = await Promise.all(site.beacons)
    expect([beacon?.map(({ playedMs }) => playedMs), site.plays]).toEqual([[35_000], []])
    player.remove()
    await openPlayer()
    expect(site.plays.map(({ id }) => id)).toEqual(beacon?.map(({ id }) => id))
  })

  it('are reported when the element is removed or the release is taken down', async () => {
    const { player, arrive, pass } = await openPlayer()
    player.play()
    arrive()
    await pass(31)
    site.send('takedown', { releaseId: 'rel_1' })
    player.remove()
    await vi.advanceTimersByTimeAsync(0)
    expect(site.plays.map(({ playedMs }) => playedMs)).toEqual([31_000])
  })

  it('are neither counted nor stored without an address for them', async () => {
    const { player, arrive, pass } = await openPlayer({ plays: '' })
    player.play()
    arrive()
    await pass(60)
    player.next()
    expect([site.plays, localStorage.length]).toEqual([[], 0])
  })
})
