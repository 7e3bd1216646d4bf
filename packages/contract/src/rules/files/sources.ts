/** Where the rules about files come from. */
export const sources = {
  spotify: 'Spotify audio delivery specification, https://content-ops.atspotify.com/hc/en-us/articles/360050809271',
  apple: 'Apple Music provider FAQ, https://itunespartner.apple.com/en/music/faq',
  bs1770: 'ITU-R BS.1770-4; common store advice of -1 dBTP',
  quality: 'Audio quality checks of distributors, https://www.velveteen.fm/help/tracks/audio-quality-check',
  integrity: 'Spindle: every byte of an upload is decoded before it is accepted',
  storage: 'Spindle: an upload is acknowledged once its bytes are durable',
  flac: 'RFC 9639 (FLAC), section 8.2',
  distributors: 'Cover guides of Apple Music and distributors (3000 px, RGB, 20 MB)',
} as const

/** The fix for a file that is damaged on its way or at its source. */
export const exportAgain =
  'Export the file again from the original session, or ask the person who made it. Then upload the new file.'
