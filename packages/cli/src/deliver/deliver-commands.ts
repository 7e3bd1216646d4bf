import { byteRate, choice, duration, flag, integer, text } from '@spindle/command-line'
import { argument, type Command, defineCommand } from '../command-line/define-command.ts'

export const deliverInput = {
  arguments: { folders: argument.many('Folders with masters and a cover, or folders of such folders') },
  options: {
    init: flag('--init', 'Write a release.yaml from tags and file names, and send nothing'),
    force: flag('-f, --force', 'With --init, replace a release.yaml without asking'),
    dryRun: flag('--dry-run', 'Show what would be sent and what the hub would find; send and write nothing'),
    submit: flag('--submit', 'Submit the release when no error is found'),
    watch: flag('--watch', 'With --submit, follow the release until every outlet has it'),
    until: choice('--until <state>', 'With --watch, what to wait for (default: delivered)', ['delivered', 'live']),
    timeout: duration('--timeout <time>', 'With --watch, give up after this time, such as 10m (default: never)'),
    update: flag('--update', 'Change a submitted release where the folder was changed, without asking'),
    reason: text(
      '--reason <text>',
      'With --update, why the audio of a delivered track, or of an ISRC of the replaced release, is another one; reviewers see it',
    ),
    concurrency: integer('--concurrency <number>', 'Files sent at once', { min: 1, max: 16, defaultValue: 3 }),
    bwlimit: byteRate('--bwlimit <rate>', 'Send at most so many bytes a second, such as 500k or 2M'),
    stateDir: text('--state-dir <dir>', 'Remember the delivery here, when the folder cannot be written to'),
    restart: flag('--restart', 'Start a new release if the one from an earlier run is gone'),
  },
}

export const deliverCommands: readonly Command[] = [
  defineCommand({
    name: 'deliver',
    summary: 'Deliver folders of masters and a cover, each as a release',
    description:
      'Reads WAV, AIFF and FLAC masters and a cover. Titles and order come from release.yaml or release.json, else from tags, else from file names. Several folders, or a folder of folders, are delivered one after the other, with a summary at the end. Run it again and it continues where it stopped; it never delivers twice.',
    examples: [
      'spindle deliver ./night-drive --init',
      'spindle deliver ./night-drive --dry-run',
      'spindle deliver ./night-drive --submit --watch',
      'spindle deliver ./catalogue --submit',
      'spindle deliver ./night-drive --submit --update --reason "The wrong mix was sent"',
      'spindle deliver ./night-drive --json | jq -r .releaseId',
    ],
    operations: ['createRelease', 'getRelease', 'updateRelease', 'validateRelease', 'submitRelease', 'listRules'],
    input: deliverInput,
    load: async () => (await import('./run-deliver.ts')).runDeliver,
  }),
]
