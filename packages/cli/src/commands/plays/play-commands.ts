import { choice, choices, duration, flag, integer, pageOptions, text } from '@spindle/command-line'
import { audioFormats, imageSizes } from '@spindle/contract/vocabulary'
import { argument, defineCommand } from '../../command-line/define-command.ts'

export const send = { arguments: { file: argument.one('NDJSON, one play per line; - reads stdin') } }
export const feed = {
  options: { ...pageOptions, limit: integer('--limit <number>', 'Tracks per page', { min: 1, max: 1000 }) },
}
export const follow = {
  options: {
    since: text(
      '--since <cursor>',
      'A cursor of the feed, or the id of the last event: begins after it instead of now',
    ),
  },
}
export const mirror = {
  arguments: { folder: argument.one('Folder of the copy') },
  options: {
    covers: choices('--covers <sizes>', 'Widths of the covers (default: 640, or as in the run before)', [
      ...imageSizes.map(String),
      'none',
    ]),
    audio: choice('--audio <format>', 'Copy the audio, too (default: none, or as in the run before)', [
      ...audioFormats,
      'master',
      'none',
    ]),
    watch: flag('--watch', 'Keep the copy up to date until Ctrl-C'),
    interval: duration('--interval <time>', 'With --watch, read the feed at least this often (default: 1m)'),
    concurrency: integer('--concurrency <number>', 'Releases copied at once (default: 4)', { min: 1, max: 16 }),
  },
}
export const release = {
  arguments: { releaseId: argument.one('Id of the release (rel_...)') },
  options: { address: text('--address <ip>', 'IP address of the only visitor who can use the signed addresses') },
}
export const audio = {
  arguments: { trackId: argument.one('Id of the track (trk_...)') },
  options: {
    output: text('-o, --output <file>', 'Where to write the audio; - is stdout'),
    format: choice('--format <format>', 'A compressed copy in place of the master', audioFormats),
    force: flag('--force', 'Replace an existing file'),
  },
}

export const playCommands = [
  defineCommand({
    name: 'plays send',
    summary: 'Report plays of a property (integration token)',
    description:
      'Sends plays in batches as they are read, also from a log that still grows (`tail -f`). A play counts once by its id, so the same file can be sent again after a failure. Exits with 1 when some were refused.',
    examples: [
      'spindle plays send plays.ndjson',
      'tail -n +1 -f plays.ndjson | spindle plays send -',
      `echo '{"id":"play-1","trackId":"trk_...","at":"2026-11-21T08:00:00Z"}' | spindle plays send -`,
    ],
    operations: ['reportPlays'],
    input: send,
    load: async () => (await import('./send-plays.ts')).sendPlays,
  }),
  defineCommand({
    name: 'feed list',
    summary: 'List the tracks that a property may play, in the order of change (integration token)',
    examples: ['spindle feed list --all --json > feed.ndjson'],
    operations: ['getFeed'],
    input: feed,
    load: async () => (await import('./list-feed.ts')).listFeed,
  }),
  defineCommand({
    name: 'feed follow',
    summary: 'Show changes of the feed as they happen (integration token)',
    description:
      'One line per event: a release is live, changed, has other audio, or was taken down. A file or a pipe gets NDJSON. After a lost connection the command continues after the last event. Ctrl-C ends it.',
    examples: ['spindle feed follow', 'spindle feed follow --since "$CURSOR" >> events.ndjson'],
    operations: ['streamFeed'],
    input: follow,
    load: async () => (await import('./follow-feed.ts')).followFeed,
  }),
  defineCommand({
    name: 'feed mirror',
    summary: 'Copy what a property may play into a folder, and keep it up to date (integration token)',
    description:
      'Writes a JSON file and the covers of each release, and index.ndjson with a line for each. Run it again and it copies only what changed, and deletes the files of releases that were taken down. With `--watch`, takedowns are applied as they happen. A file under its name is complete; an interrupted run continues where it stopped.',
    examples: [
      'spindle feed mirror ./music',
      'spindle feed mirror ./music --covers 256,640 --audio mp3',
      'spindle feed mirror ./music --watch',
    ],
    operations: ['getFeed', 'streamFeed', 'getPlayableRelease', 'getPlayableCover', 'getTrackAudio'],
    input: mirror,
    load: async () => (await import('./mirror/mirror-feed.ts')).mirrorFeed,
  }),
  defineCommand({
    name: 'feed get',
    summary: 'Show a release that a property may play, with its tracks (integration token)',
    description:
      'With `--json`, `signedAudio` and `signedCover` are addresses that a browser can use without the token, for 15 minutes by default.',
    examples: ['spindle feed get rel_... --json', 'spindle feed get rel_... --address 203.0.113.7 --json'],
    operations: ['getPlayableRelease'],
    input: release,
    load: async () => (await import('./get-playable-release.ts')).getPlayableRelease,
  }),
  defineCommand({
    name: 'tracks audio',
    summary: 'Download the audio of a track that a property may play (integration token)',
    description:
      'Writes the master as it was delivered and compares its SHA-256, or an MP3 with `--format mp3`, which the hub makes after the first request. After a lost connection it continues where it stopped; a master also in the next run.',
    examples: [
      'spindle tracks audio trk_... --output intro.wav',
      'spindle tracks audio trk_... --format mp3 --output intro.mp3',
    ],
    operations: ['getTrackAudio'],
    input: audio,
    load: async () => (await import('./download-audio.ts')).downloadAudio,
  }),
]
