import { beforeAll, describe, expect, it } from 'vitest'
import { bodyOf } from '../../../server/test/harness/recordings.ts'
import { releasesPath } from '../../../server/test/harness/releases.ts'
import { type HubFixture, sharedHubFixture } from '../harness/hub-fixture.ts'

describe('recordings', () => {
  let fixture: HubFixture
  let releaseId: string

  beforeAll(async () => {
    // Without a worker the release stays as it is after its submission.
    fixture = await sharedHubFixture()
    const { releases } = fixture
    const tracks = [
      [await releases.audio(), 'ZZABC2700102'],
      [await releases.audio(), 'ZZABC2700101'],
    ] as const
    const body = await bodyOf(releases, tracks, { title: 'The Album', type: 'album', submit: true })
    releaseId = (await releases.post(releasesPath, body)).body.id
  })

  it('list shows the recordings in the order of their ISRCs, or those of a search', async () => {
    const all = await fixture.shown(['recordings', 'list'], { columns: 80 })
    expect(all.stdout).toMatch(
      /^ISRC +TITLE +VERSION +ARTIST +LENGTH +TRACKS\r\nZZABC2700101 +Song 2 .*\r\nZZABC2700102 +Song 1 /,
    )
    const found = await fixture.json(['recordings', 'list', '--query', 'song 1', '--release', releaseId])
    expect(found.data.map(({ isrc }: { isrc: string }) => isrc)).toEqual(['ZZABC2700102'])
    const none = await fixture.shown(['recordings', 'list', '--isrc', 'ZZABC2700199'])
    expect(none.stdout).toContain('There are no such recordings.')
  })

  it('get shows one with its credits, its releases and where its plays are', async () => {
    const { stdout } = await fixture.shown(['recordings', 'get', 'ZZ-ABC-27-00101'], { columns: 80 })
    expect(stdout).toMatch(/"Song 2", Ada, 3:00\S*\r\nZZABC2700101 +on 1 track\r\n/)
    expect(stdout).toMatch(/main_artist +\S/)
    expect(stdout).toMatch(/The Album +delivering/)
    expect(stdout).toContain('Next: spindle analytics get --isrc ZZABC2700101')
    const missing = await fixture.spindle(['recordings', 'get', 'ZZABC2700199'])
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('[recording_not_found]') })
  })
})
