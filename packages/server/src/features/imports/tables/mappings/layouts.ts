import { type TableField, type TableMapping, type TablePreset, tableFields } from '@spindle/contract'
import type { TabLayout } from '../../../reports/index.ts'

/** The layouts that the hub knows. They have the same format as the mappings of accounts. */

export interface Layout {
  readonly mapping: TableMapping
  /** The layout is recognised only by a head with all of these fields. */
  readonly marks: readonly TableField[]
  /** Of a workbook with several tabs: how they become one table. */
  readonly tabs?: TabLayout
}

const spindle: Layout = {
  mapping: {
    columns: Object.fromEntries(tableFields.filter((field) => field !== 'deleted').map((field) => [field, field])),
  },
  marks: [],
}

/** The export of the hub: `spindle catalog list --format csv`. */
const catalog: Layout = {
  mapping: {
    columns: {
      releaseId: 'id',
      deleted: 'deleted',
      releaseType: 'type',
      releaseTitle: 'title',
      displayArtist: 'displayArtist',
      label: 'label',
      upc: 'upc',
      releaseDate: 'releaseDate',
      releaseExplicit: 'explicit',
      territories: 'territories',
      trackId: 'trackId',
      disc: 'disc',
      track: 'number',
      trackTitle: 'trackTitle',
      isrc: 'isrc',
    },
  },
  // `title` alone could be the title of a track in the table of a third party.
  marks: ['releaseId'],
}

/** Columns of an export of AudioSalad, as listed in github.com/funmusicplace/mirlo/issues/1661 (read on 27 November 2026). */
const audiosalad: Layout = {
  mapping: {
    columns: {
      externalId: 'AudioSalad Release ID',
      upc: 'UPC',
      catalogNumber: 'Catalog Number',
      releaseTitle: 'Album Title',
      releaseVersion: 'Album Title Version',
      displayArtist: 'Release Display Artist',
      label: 'Label',
      releaseDate: 'Release Date',
      originalReleaseDate: 'Original Release Date',
      pLine: 'P-Line',
      pLineYear: 'P-Line Year',
      cLine: 'C-Line',
      cLineYear: 'C-Line Year',
      territories: 'Territory Availability',
      disc: 'Disc Number',
      track: 'Track Number',
      trackTitle: 'Track Title',
      trackVersion: 'Track Title Version',
      trackArtist: 'Primary Artist',
      featured: 'Featured Artist',
      remixer: 'Remixer',
      composer: 'Composer',
      lyricist: 'Lyricists',
      producer: 'Producer',
      isrc: 'ISRC',
      iswc: 'ISWC',
      trackLanguage: 'Language',
      trackExplicit: 'Advisory',
    },
  },
  marks: ['externalId', 'releaseTitle', 'trackTitle'],
}

/**
 * The template for suppliers without DDEX, docs.massivemusic.com/docs/non-ddex-implementation-guide (read on 27 November
 * 2026). Of its fields, those up to `release_title`, `label_name` and `artwork_file_name` could be read. Several names are
 * separated by commas, and rows with one title are a release.
 */
const massivemusic: Layout = {
  mapping: {
    columns: {
      release: 'release_title',
      releaseTitle: 'release_title',
      label: 'label_name',
      genre: 'genre',
      releaseDate: 'track_deal_start_date',
      territories: 'territory',
      coverFile: 'artwork_file_name',
      trackTitle: 'recording_title',
      trackVersion: 'recording_version_title',
      trackArtist: 'main_artists',
      featured: 'featured_artists',
      isrc: 'isrc',
      trackExplicit: 'explicit',
      audioFile: 'audio_file_name',
    },
    nameSeparator: ',',
  },
  marks: ['releaseTitle', 'trackTitle', 'audioFile', 'trackArtist', 'releaseDate'],
}

/**
 * The table of labels and distributors without DDEX, help.mixbank.com/en/articles/892690-csv-formatting-for-labels-distributors
 * (read on 27 November 2026).
 */
const mixbank: Layout = {
  mapping: {
    columns: {
      upc: 'album_upc',
      releaseTitle: 'album_title',
      releaseArtist: 'album_artist',
      label: 'album_label',
      genre: 'track_genres',
      releaseDate: 'album_release_date',
      coverFile: 'album_art_filename',
      track: 'track_number',
      trackTitle: 'track_title',
      trackArtist: 'track_artist',
      isrc: 'track_isrc',
      trackExplicit: 'track_explicit_lyrics',
      audioFile: 'track_filename',
    },
  },
  marks: ['upc', 'releaseTitle', 'releaseArtist', 'audioFile'],
}

const upc = 'UPC / EAN / JAN'
const releaseId = 'CATALOG RELEASE ID'
const isrc = 'ISRC/vISRC'
const trackId = 'CATALOG TRACK ID'
const people = {
  releaseArtist: '4) Release_Artist(s): Main Primary Artist',
  trackArtist: '6) Track_Artist(s): Main Primary Artist',
  featured: '6) Track_Artist(s): Featuring',
  remixer: '6) Track_Artist(s): Remixer',
  producer: '6) Track_Artist(s): Producer',
  composer: '8) Track_Composition(s): Composer',
  lyricist: '8) Track_Composition(s): Lyricist',
} as const
const primaryArtist = ['Main Primary Artist', 'Primary Artist']

/**
 * Revelator's Catalog Ingestion Worksheet: tabs with codes in common. Names of tabs, columns and roles as the public reader of
 * this worksheet has them: `artifacts/headers.json`, `docs/api_endpoints.md` and `roles.py` in
 * github.com/nicolasguasca1/catalog_builder (read on 28 November 2026). The years and holders of its lines have two rows of
 * names, which differ between its versions: they are not read.
 */
const revelator: Layout = {
  mapping: {
    columns: {
      externalId: releaseId,
      upc,
      releaseTitle: 'RELEASE TITLE',
      releaseVersion: 'RELEASE VERSION',
      releaseType: 'RELEASE TYPE',
      label: 'LABEL',
      genre: 'GENRE 1',
      releaseLanguage: 'TITLE LANGUAGE',
      originalReleaseDate: 'ORIGINAL RELEASE DATE',
      coverFile: 'COVER IMAGE URL',
      track: 'TRACK',
      trackTitle: 'TRACK TITLE',
      trackVersion: 'TRACK VERSION',
      isrc,
      iswc: 'COMPOSITION ISWC',
      trackLanguage: 'LANGUAGE OF LYRICS',
      trackExplicit: 'EXPLICIT',
      composition: 'TYPE',
      audioFile: 'AUDIO FILE URL',
      ...people,
    },
    values: { trackLanguage: { Instrumental: 'zxx' } },
  },
  marks: ['releaseTitle', 'trackTitle', 'isrc', 'audioFile', 'trackArtist'],
  tabs: {
    tab: '5) Release_Track',
    head: [upc, 'TRACK TITLE', isrc],
    notes: ['required field', 'optional field'],
    others: [
      {
        tab: '3) Release_Label',
        by: [upc, releaseId],
        columns: ['LABEL', 'COVER IMAGE URL', 'TITLE LANGUAGE', 'RELEASE TYPE', 'ORIGINAL RELEASE DATE', 'GENRE 1'],
      },
      {
        tab: '4) Release_Artist(s)',
        by: [upc, releaseId],
        people: { name: 'ARTIST', role: 'ARTIST ROLE', columns: { [people.releaseArtist]: primaryArtist } },
      },
      {
        tab: '6) Track_Artist(s)',
        by: [isrc, trackId],
        people: {
          name: 'ARTIST',
          role: 'ARTIST ROLE',
          columns: {
            [people.trackArtist]: primaryArtist,
            [people.featured]: ['Featuring'],
            [people.remixer]: ['Remixer'],
            [people.producer]: ['Producer'],
          },
        },
      },
      {
        tab: '8) Track_Composition(s)',
        by: [isrc, trackId],
        people: {
          name: 'COMPOSITION CONTRIBUTOR',
          role: 'ROLE',
          columns: {
            [people.composer]: ['Composer', 'Composer & Lyricist'],
            [people.lyricist]: ['Lyricist', 'Composer & Lyricist'],
          },
        },
      },
    ],
  },
}

export const layouts: Readonly<Record<TablePreset, Layout>> = {
  spindle,
  catalog,
  audiosalad,
  massivemusic,
  mixbank,
  revelator,
}
