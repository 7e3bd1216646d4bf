import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringHub, startAnsweringHub } from '../harness/answering-hub.ts'
import { runInTerminal, runSpindle } from '../harness/run-spindle.ts'
import { makeFolder } from '../harness/spindle-home.ts'

const ids = ['rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYC', 'rel_01JD3MZ6V8Q4W9X2K7N5T0RHYD']
const release = (at: number, more: object) => ({
  ...{ id: ids[at], deleted: false, title: 'Night', displayArtist: 'Ada Lund', status: 'live', tracks: [] },
  ...{ deliverySummary: { total: 2, live: 2 }, ...more },
})
const catalog = [
  release(0, {
    upc: '0200000000011',
    tracks: [
      { title: 'Rain', isrc: 'ZZABC2600001', durationMs: 180_000 },
      { title: 'Don’t Go', isrc: 'ZZABC2600002', durationMs: 200_000 },
    ],
  }),
  release(1, {
    upc: '036000291452',
    title: 'Day',
    deliverySummary: { total: 2, live: 1 },
    tracks: [{ title: 'Sun', isrc: 'ZZABC2600003', durationMs: null }],
  }),
  release(2, { upc: null, title: 'Later', status: 'draft' }),
  { id: 'rel_gone', deleted: true },
  release(0, { id: 'rel_down', upc: '036000291452', status: 'taken_down' }),
]

let hub: AnsweringHub
let cwd: string
beforeAll(async () => {
  hub = await startAnsweringHub({
    'GET /api/v1/distributor/catalog': {
      body: { data: catalog, page: { limit: 100, nextCursor: null, hasMore: false } },
    },
  })
  cwd = makeFolder()
})

const compare = async (rows: readonly string[], ...more: readonly string[]) => {
  await writeFile(join(cwd, 'old.csv'), rows.join('\n'))
  return runSpindle(['catalog', 'compare', 'old.csv', ...more], { hub, key: 'spn_1', cwd })
}
const findings = async (rows: readonly string[]) => {
  const { code, stdout } = await compare(rows, '--json')
  const told: readonly { line: number; code: string; message: string }[] = JSON.parse(stdout).findings
  return { code, findings: told.map((one) => `${one.line} ${one.code}: ${one.message}`) }
}

const head = 'UPC,ISRC,Album,Title,Artist,Duration'
const whole = [
  head,
  '0200000000011,ZZ-ABC-26-00001,Night,RAIN,Ada Lund,3:04',
  "0200000000011,ZZABC2600002,Night,Don't  go,Ada Lund,200",
  '36000291452,ZZABC2600003,Day,Sun,Ada Lund,',
]

describe('catalog compare', () => {
  it('finds nothing where codes, titles, artists and lengths agree, and writes the letter for what is live', async () => {
    const { code, stdout, stderr } = await compare(whole, '--json', '--letter', 'letter.txt')
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        '2 releases without errors, 1 of them live everywhere; 0 errors, 0 warnings; 1 release of the hub not in the table\n',
    })
    expect(JSON.parse(stdout)).toEqual({
      findings: [],
      matching: [
        { id: ids[0], upc: '0200000000011', title: 'Night' },
        { id: ids[1], upc: '036000291452', title: 'Day' },
      ],
      live: [{ id: ids[0], upc: '0200000000011', title: 'Night' }],
      notInTable: [{ id: ids[2], upc: null, title: 'Later' }],
    })
    expect(await readFile(join(cwd, 'letter.txt'), 'utf8')).toBe(
      [
        'Subject: Takedown of releases that have moved',
        '',
        'Hello,',
        '',
        'This release is now live at the stores through our new distributor, with the same UPCs and',
        'ISRCs. Please take down your copies at all stores, and confirm when this is done.',
        '',
        '0200000000011  Night by Ada Lund',
        '',
        'Please do not change or withdraw the UPCs and ISRCs: they stay in use.',
        '',
      ].join('\n'),
    )
  })

  it.each([
    [
      'another ISRC',
      '0200000000011,ZZABC2600009,Night,Rain,Ada Lund,',
      '2 isrc_differs: "Rain" has ISRC ZZABC2600001, not ZZABC2600009. Set the ISRC before you submit.',
    ],
    [
      'a track that is missing',
      '0200000000011,ZZABC2600009,Night,Snow,Ada Lund,',
      '2 track_missing: The release has no track with ISRC ZZABC2600009 ("Snow").',
    ],
    [
      'another UPC',
      '4006381333931,ZZABC2600001,Night,Rain,Ada Lund,',
      '2 upc_differs: The recording is on "Night" with UPC 0200000000011, not 4006381333931. Set the UPC before you submit.',
    ],
    [
      'a release that is missing',
      '4006381333931,ZZABC2600077,Dawn,Fog,Ada Lund,',
      '2 release_missing: No release has UPC 4006381333931 ("Dawn"). Import it.',
    ],
    [
      'a code that a spreadsheet has rounded',
      '2.00E+11,ZZABC2600001,Night,Rain,Ada Lund,',
      '2 code_unreadable: "2.00E+11" is not a valid UPC. Format the column as text and export the table again.',
    ],
    [
      'a row without ISRC',
      '0200000000011,,Night,Rain,Ada Lund,',
      '2 code_unreadable: The row has no ISRC. Add it: without it, nothing can be compared.',
    ],
  ])('finds %s, and ends with 4', async (_, row, finding) => {
    expect(await findings([head, row])).toEqual({ code: 4, findings: [finding] })
  })

  it('warns of other titles, artists and lengths, of a release once', async () => {
    expect(
      await findings([
        head,
        '0200000000011,ZZABC2600001,Nights,Rain (Live),Ada Lunde,3:06',
        '0200000000011,ZZABC2600002,Nights,Don’t Go,Ada Lunde,3:26',
      ]),
    ).toEqual({
      code: 0,
      findings: [
        '2 title_differs: The title of the release is "Night" here and "Nights" in the table.',
        '2 artist_differs: The artist is "Ada Lund" here and "Ada Lunde" in the table.',
        '2 title_differs: The title of the track is "Rain" here and "Rain (Live)" in the table.',
        '2 length_differs: The length of the track is 3:00 here and 3:06 in the table.',
        '3 length_differs: The length of the track is 3:20 here and 3:26 in the table.',
      ],
    })
  })

  it('reads the export of another hub, without its deleted drafts', async () => {
    const rows = [
      'id,deleted,title,displayArtist,upc,durationMs,trackTitle,isrc,trackDurationMs',
      'rel_1,false,Night,Ada Lund,0200000000011,380000,Rain,ZZABC2600001,180000',
      'rel_2,true,,,,,,,',
    ]
    expect(await findings(rows)).toEqual({ code: 0, findings: [] })
  })

  it('refuses a table without UPC or ISRC', async () => {
    const { code, stderr } = await compare(['upc,title', '1,Night'])
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: '✖ The table has no column "isrc"  [table_invalid]\n  Name one column isrc.\n',
    })
  })

  it('shows a table at 80 columns', async () => {
    await writeFile(join(cwd, 'old.csv'), [head, '0200000000011,ZZABC2600009,Night,Rain,Ada Lund,'].join('\n'))
    const { stdout } = await runInTerminal(['catalog', 'compare', 'old.csv'], { hub, key: 'spn_1', cwd, columns: 80 })
    expect(stdout.trimEnd().split('\r\n')).toEqual([
      'LINE  SEVERITY  RELEASE                         FINDING',
      '2     error     rel_01JD3MZ6V8Q4W9X2K7N5T0RHYB  "Rain" has ISRC ZZABC2600001,',
      '                                                not ZZABC2600009. Set the ISRC',
      '                                                before you submit.',
      '0 releases without errors, 0 of them live everywhere; 1 error, 0 warnings; 2',
      '  releases of the hub not in the table',
    ])
  })
})
