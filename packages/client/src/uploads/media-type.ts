/** Media types of the files a hub takes, by the ending of their name: many systems give a file a name but no type. */
const mediaTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    wav: 'audio/wav',
    aif: 'audio/aiff',
    aiff: 'audio/aiff',
    flac: 'audio/flac',
    mp3: 'audio/mpeg',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
    tif: 'image/tiff',
    tiff: 'image/tiff',
  }),
)

/** Undefined if the name does not show it. */
export const mediaTypeOf = (filename: string | undefined): string | undefined =>
  mediaTypes.get(/\.([^.]+)$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? '')
