import { stripVTControlCharacters } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub } from '../harness/answering-hub.ts'
import { runInTerminal, runSpindle, startInTerminal } from '../harness/run-spindle.ts'
import { shownAnswers } from './shown-answers.ts'

/** What a person sees in a terminal of 100 columns, line by line, of answers that are written down. */

const ulid = '01JD3MZ6V8Q4W9X2K7N5T0RHYB'
const webhook = `whk_${ulid}`
let hub: AnsweringHub

beforeAll(async () => {
  hub = await startAnsweringHub(shownAnswers)
})

const linesOf = (stdout: string): string[] => stripVTControlCharacters(stdout).trimEnd().split('\r\n')
const options = () => ({ hub, key: 'spn_1', columns: 100 })

describe('a terminal', () => {
  it.each<[string, readonly string[]]>([
    [
      'webhooks list',
      [
        'ID             STATUS           URL                     TYPES                   DELIVERED',
        'whk_…N5T0RHYB  active           https://label.example/  release.status_changed  2026-05-01 08:00:00Z',
        '                                hooks                   , import.finished',
        'whk_…N5T0RHYB  disabled (gone)  https://label.example/  all                     -',
        '                                hooks',
      ],
    ],
    [
      `webhooks get ${webhook}`,
      [
        'id               whk_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
        'url              https://label.example/hooks',
        'description      release calendar',
        'eventTypes       release.status_changed, import.finished',
        'source           account',
        'status           active',
        'lastDeliveredAt  2026-05-01 08:00:00Z',
        'createdAt        2026-05-01 08:00:00Z',
        'updatedAt        2026-05-01 08:00:00Z',
      ],
    ],
    [
      `webhooks messages ${webhook}`,
      [
        'ID                              STATUS   TYPE                    RELEASE      ATTEMPTS  LAST ANSWER',
        'whm_01JD3MZ6V8Q4W9X2K7N5T0RHYB  pending  release.status_changed  Night Drive  2         503',
      ],
    ],
    [
      `webhooks attempts ${webhook} whm_${ulid}`,
      [
        'ATTEMPT  AT                    ANSWER          TOOK      BODY',
        '2        2026-05-01 08:00:00Z  503             184 ms    busy',
        '1        2026-05-01 08:00:00Z  host not found  15000 ms  -',
      ],
    ],
    [`webhooks disable ${webhook}`, ['whk_01JD3MZ6V8Q4W9X2K7N5T0RHYB is disabled (requested).']],
    [
      'whoami',
      [
        'account  Night Label (acc_01JD3MZ6V8Q4W9X2K7N5T0RHYB)',
        'key      import (key_01JD3MZ6V8Q4W9X2K7N5T0RHYB)',
        'may      music:write',
        'expires  never',
        'limits   1200 writes a minute, 4800 writes a minute of the account',
        'move-in  limits are larger until 2026-12-05 00:00:00Z',
        'agents   off',
      ],
    ],
    [
      'uploads list',
      [
        'ID             STATUS         KIND   FILE                 SIZE     FINDINGS  UNTIL',
        'upl_…N5T0RHYB  ready          audio  01 First Light.flac  31.5 MB  1         2026-05-01 08:00:00Z',
        'upl_…N5T0RHYB  awaiting_data  audio  -                    -        0         -',
      ],
    ],
    [
      `uploads get upl_${ulid}`,
      [
        '01 First Light.flac',
        '  upl_01JD3MZ6V8Q4W9X2K7N5T0RHYB  ready',
        '  31.5 MB of 31.5 MB',
        '  FLAC 24/44.1 stereo 3:42 -13.8 LUFS',
        '  SHA-256 abababababababababababababababababababababababababababababababab',
        '  Deleted on 2026-05-01T08:00:00.000Z unless a release uses it',
        '  ! The peaks reach -0.1 dBTP.  [near_clipping]',
        '    Leave 1 dB.',
      ],
    ],
    [
      'reports list',
      [
        'ID             SOURCE     FROM        TO          STREAMS  DOWNLOADS  REVENUE    BY',
        'rpt_…N5T0RHYB  distrokid  2026-04-01  2026-04-30  9000     1          12.40 EUR  account',
      ],
    ],
    [
      `reports show rpt_${ulid}`,
      [
        'rpt_01JD3MZ6V8Q4W9X2K7N5T0RHYB  distrokid (distrokid), 2026-04-01 to 2026-04-30',
        '  1,200 lines of your releases: 9,000 streams, 1 download, 12.40 EUR',
        '  1 line without a match among your releases',
        '  2 lines skipped by the mapping',
        '  1 line not read and not counted',
        'ISRC          UPC  TITLE        ARTIST     WHY           LINES  NUMBERS',
        'ZZABC2600001       First Light  Ada Byron  not released  1      3 streams',
      ],
    ],
    [
      'imports list',
      [
        'ID             STATUS   RELEASE        SENDER              ERN    DROP  CREATED',
        'imp_…N5T0RHYB  created  rel_…N5T0RHYB  PADPIDA2025120301U  4.3.2  -     2026-05-01 08:00:00Z',
      ],
    ],
    [
      'releases trash list',
      [
        'ID                              TITLE        ARTIST    DELETED               UNTIL',
        'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB  Night Drive  Mia Blue  2026-05-01 08:00:00Z  2026-05-31 08:00:00Z',
      ],
    ],
    [
      `releases events rel_${ulid}`,
      [
        'AT                    EVENT                      OUTLET  REVISION  BY        REASON',
        '2026-05-01 08:00:00Z  release.changes_requested  -       2         Mia Blue  Spell it as on the',
        '                                                                             cover.',
      ],
    ],
    [
      `releases deliveries rel_${ulid}`,
      [
        'ID             OUTLET      KIND      STATUS   REVISION  AGAIN AT              REASON',
        'dlv_…N5T0RHYB  Blue Store  sftp      refused  2         -                     We have it.',
        'dlv_…N5T0RHYB  Player      property  failed   2         2026-05-01 08:00:00Z  no reason given',
      ],
    ],
    [
      `releases validate rel_${ulid}`,
      [
        '! The peaks reach -0.1 dBTP.  [near_clipping]',
        '  Leave 1 dB.',
        '0 errors, 1 warning. Its tracks suggest the type single.',
        'Next: spindle releases submit rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      ],
    ],
    [
      `releases submit rel_${ulid} --yes`,
      [
        '! The peaks reach -0.1 dBTP.  [near_clipping]',
        '  Leave 1 dB.',
        '· track 1, isrc: Track 1 has a new ISRC. The same applies to tracks 2-3.  [isrc_assigned]',
        '  Print it on the sleeve.',
        '"Night Drive", ep, 3 tracks, 2026-12-11 is submitted, with 1 warning, 3 notes.',
        'Next: spindle releases watch rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB',
      ],
    ],
    [
      `releases takedown rel_${ulid} --preview`,
      ['blue  Blue Store: live, revision 3', '  method: message without deals'],
    ],
    [
      'outlets list',
      ['ID      NAME        KIND      ERN', 'blue    Blue Store  sftp      4.3.2', 'player  Player      property  -'],
    ],
    [
      'rules list',
      [
        'CODE           SEVERITY  ABOUT    RULE      SOURCE',
        'label_missing  error     release  No label  DDEX ERN 4.3',
      ],
    ],
    ['reference list genres', ['CODE     NAME     ERN', 'hip_hop  Hip-hop  Hip Hop']],
  ])('shows spindle %s', async (line, shown) => {
    const { stdout } = await runInTerminal(line.split(' '), options())
    expect(linesOf(stdout)).toEqual(shown)
  })

  it('of 80 columns shows the larger limits of a move on a line of their own', async () => {
    const { stdout } = await runInTerminal(['whoami'], { ...options(), columns: 80 })
    expect(linesOf(stdout).filter((line) => line.length > 80)).toEqual([])
    expect(linesOf(stdout)).toContain('move-in  limits are larger until 2026-12-05 00:00:00Z')
  })
})

describe('a secret', () => {
  it('is alone on stdout, so that a file can take it, and the text about it is separate', async () => {
    const { code, stdout, stderr } = await runSpindle(['webhooks', 'create', 'https://label.example'], options())
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'whsec_1\n' })
    expect(stderr).toBe(
      `The secret of ${webhook}, shown once. Store it now. Your server uses it to verify messages from the hub.\n`,
    )
  })

  it('is in the answer when JSON is requested', async () => {
    const { stdout } = await runSpindle(['webhooks', 'create', 'https://label.example', '--json'], options())
    expect(JSON.parse(stdout)).toEqual({ id: webhook, secret: 'whsec_1' })
  })

  it.each([
    ['0', 'The old secret no longer signs.'],
    ['24h', 'Messages are also signed with the old secret for 24 hours.'],
    ['7d', 'Messages are also signed with the old secret for 168 hours.'],
  ])('that is replaced with an overlap of %s says what becomes of the old one', async (overlap, words) => {
    const { stderr } = await runSpindle(['webhooks', 'rotate', webhook, '--overlap', overlap], options())
    expect(stderr).toBe(`Shown once. Store it now.\n${words}\n`)
  })
})

describe('a question before something is destroyed', () => {
  it.each([
    [`webhooks delete ${webhook}`, 'Delete the webhook to https://label.example/hooks with its log?'],
    [`uploads delete upl_${ulid}`, 'Remove 01 First Light.flac (31.5 MB) from the hub?'],
    [`reports undo rpt_${ulid}`, `Undo: rpt_${ulid}  distrokid (distrokid), 2026-04-01 to`],
  ])('of spindle %s names what it is about, and no is an answer', async (line, question) => {
    hub.forget()
    const running = startInTerminal(line.split(' '), options())
    await running.untilShown(question)
    running.type('n\r')
    const { code } = await running.result
    expect(code).toBe(1)
    expect(hub.asked.map(({ call }) => call.split(' ')[0])).toEqual(['GET'])
  })
})
