import { resolve } from 'node:path'
import { requireOption, UsageError } from '@spindle/command-line'
import type { CommandHandler } from '../../command-line/define-command.ts'
import { formatBytes } from '../../output/format-units.ts'
import { sanitizeText } from '../../output/terminal-output.ts'
import { downloadAudioFile, findSize } from './download-audio-file.ts'
import type { audio } from './play-commands.ts'
import { type AudioSource, readAudio } from './read-audio.ts'

export const downloadAudio: CommandHandler<typeof audio> = async (context, { trackId, format, force, ...given }) => {
  const output = requireOption(given.output, '--output', '--output track.wav')
  const { integration } = await context.client()
  const source: AudioSource = { integration, trackId, format, signal: context.signal }
  if (output === '-') {
    await context.out.stream(readAudio(source, { start: 0, onMaster: () => {} }))
    return undefined
  }
  const path = resolve(context.cwd, output)
  if (!force && (await findSize(path)) !== undefined)
    throw new UsageError(`${output} already exists`, 'Choose another name, or add --force to replace it.')
  const { sizeBytes, sha256 } = await downloadAudioFile(source, path, {
    onContinue: (bytes) => context.out.say(`Continuing at ${formatBytes(bytes)}.`),
  })
  context.out.result({ path, size: sizeBytes, sha256 }, () => [
    sanitizeText(`${output}  ${formatBytes(sizeBytes)}  SHA-256 ${sha256}`),
  ])
  return undefined
}
