import { expect, it } from 'vitest'
import { openSharedTableAccount } from '../../harness/table-imports.ts'

it.each([
  [
    'massivemusic',
    [
      'audio_file_name,recording_title,recording_version_title,isrc,track_deal_start_date,recording_year,genre,main_artists,featured_artists,explicit,territory,release_title,label_name,artwork_file_name',
      'drive.flac,Drive,Live,ZZABC2600001,2027-01-15,2026,,"Ada Lund, Bo Lund",Cy,Yes,Worldwide,Night,Blue Lamp,night.jpg',
    ],
    ['recording_year'],
    {
      title: 'Night',
      externalId: 'Night',
      label: 'Blue Lamp',
      releaseDate: '2027-01-15',
      territories: { mode: 'worldwide' },
      tracks: [
        {
          title: 'Drive',
          version: 'Live',
          isrc: 'ZZABC2600001',
          explicit: 'explicit',
          contributors: [
            { name: 'Ada Lund', role: 'main_artist' },
            { name: 'Bo Lund', role: 'main_artist' },
            { name: 'Cy', role: 'featured_artist' },
          ],
        },
      ],
    },
  ],
  [
    'mixbank',
    [
      'album_artist,album_title,album_grid,album_upc,album_release_date,album_label,album_art_filename,track_number,track_title,track_filename,track_artist,track_isrc,track_explicit_lyrics',
      'Ada Lund,Night,,0200000000011,2027-01-15,Blue Lamp,a.jpg,1,Drive,a.wav,Ada Lund,ZZABC2600001,No',
    ],
    ['album_grid'],
    {
      title: 'Night',
      upc: '0200000000011',
      label: 'Blue Lamp',
      tracks: [{ title: 'Drive', isrc: 'ZZABC2600001', explicit: 'not_explicit' }],
    },
  ],
  [
    'audiosalad',
    [
      'Label,AudioSalad Release ID,Catalog Number,UPC,Album Title,Release Display Artist,Release Date,P-Line,C-Line,P-Line Year,C-Line Year,Disc Number,Track Number,Track Title,ISRC,Primary Artist,Composer,Song Writer',
      'Blue Lamp,77,BL-1,0200000000011,Night,Ada Lund,2027-01-15,Blue Lamp,Blue Lamp,2026,2027,1,1,Drive,ZZABC2600001,Ada Lund,Cy,Cy',
    ],
    ['Song Writer'],
    {
      title: 'Night',
      externalId: '77',
      catalogNumber: 'BL-1',
      displayArtist: 'Ada Lund',
      pLine: { year: 2026, text: 'Blue Lamp' },
      cLine: { year: 2027, text: 'Blue Lamp' },
      tracks: [{ title: 'Drive' }],
    },
  ],
])('recognises the layout of %s by its head', async (preset, lines, ignoredColumns, release) => {
  const { take, releases, fixture } = await openSharedTableAccount()
  const table = await take(lines.join('\n'))
  expect(table).toMatchObject({ status: 'done', preset, ignoredColumns, outcomes: { created: 1 } })
  const [made] = await releases(table.id)
  expect((await fixture.get(made?.releaseId ?? '')).body).toMatchObject(release)
})
