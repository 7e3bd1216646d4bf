import {
  choice,
  flag,
  type InputValues,
  type OptionDefinition,
  repeated,
  text,
  UsageError,
  withDefault,
} from '@spindle/command-line'
import {
  choreographies,
  ernProfiles,
  ernVersions,
  liveOnWords,
  manifestHashes,
  outletProfiles,
  parseDpid,
  resendFilesWords,
  takedownStyles,
  usualStore,
  writeFilesWords,
} from '@spindle/contract'
import {
  asStoreSettings,
  changeSettings,
  completeSettings,
  type FolderSettings,
  type ProgramSettings,
  type S3Settings,
  type SettableSettings,
  type SftpSettings,
  type StoreKind,
  type StoreSettings,
  wholePackages,
} from '../../features/interchange/index.ts'
import type { OperatorContext } from '../operator-command/operator-command.ts'
import { requiredWord } from '../operator-command/options.ts'
import { withOptionNames } from './name-option.ts'
import { filterOptions, readFilter } from './outlet-wishes.ts'
import { placeOptions, readPlace, seconds } from './place-options.ts'
import { programOptions, readProgram } from './program-options.ts'

/**
 * The requirements of a store for its messages, as options of the command line. A place is where the store receives
 * them.
 */

/**
 * `--name` or `--no-name` where a command has both: undefined if neither is given. Both have the value of the last one
 * given. `--name` comes first in the table.
 */
const onOrOff = (flags: string, summary: string): OptionDefinition<boolean | undefined> => ({
  flags,
  summary,
  defaultValue: undefined,
})

const liveOn = choice('--live-on <when>', 'When a release counts as live there', liveOnWords)
const writeFiles = choice('--write-files <how>', 'When a file gets its name: at the end, or at once', writeFilesWords)
const noAcknowledgements = 'The store sends no acknowledgements'
const ern = choice('--ern <version>', 'Version of ERN (default: what the store publishes)', ernVersions)
const manifestHash = choice('--manifest-hash <name>', 'Digest of the message in the end mark', manifestHashes)
const resendFiles = choice('--resend-files <when>', 'When files are sent again', resendFilesWords)

export const addOptions = {
  name: requiredWord('--name <name>', 'Name of the store'),
  ...placeOptions,
  ...programOptions,
  to: repeated('--to <recipient>', 'Recipient, DPID=NAME; may be repeated'),
  for: withDefault(choice('--for <store>', 'Store that the messages are written for', outletProfiles), 'generic'),
  profile: withDefault(choice('--profile <profile>', 'ERN profile', ernProfiles), usualStore.profile),
  ern,
  avs: withDefault(text('--avs <version>', 'Version of the allowed value sets'), usualStore.avsVersion),
  choreography: withDefault(
    choice('--choreography <kind>', 'How messages are grouped', choreographies),
    usualStore.choreography,
  ),
  manifestHash: withDefault(manifestHash, usualStore.manifestHash),
  takedown: choice(
    '--takedown <style>',
    'How a takedown is written (default: what the store requires)',
    takedownStyles,
  ),
  liveOn: withDefault(liveOn, usualStore.liveOn),
  resendFiles,
  writeFiles: withDefault(writeFiles, usualStore.writeFiles),
  askEvery: seconds(
    '--ask-every <seconds>',
    'How often the hub looks for acknowledgements',
    usualStore.askEverySeconds,
  ),
  ...filterOptions,
  isLive: flag('--live', 'Send real messages (without it they are marked as tests)'),
  acknowledges: flag('--no-acknowledgements', noAcknowledgements),
}

export const setOptions = {
  ern,
  manifestHash,
  liveOn,
  resendFiles,
  writeFiles,
  acknowledges: onOrOff('--acknowledgements', 'The store sends acknowledgements'),
  acknowledgesNot: onOrOff('--no-acknowledgements', noAcknowledgements),
  isLive: onOrOff('--live', 'Send real messages'),
  isLiveNot: onOrOff('--no-live', 'Mark messages as tests'),
  takesAll: flag('--takes-all', 'Forget all limits, then apply those given here'),
  ...filterOptions,
}

type AddValues = InputValues<{ readonly options: typeof addOptions }>
type SetValues = InputValues<{ readonly options: typeof setOptions }>

/** `PADPIDA2014120301U=Example Store`. */
function readRecipient(given: string): { dpid: string; name: string } {
  const [written = '', ...name] = given.split('=')
  const dpid = parseDpid(written)
  if (dpid === undefined || name.join('=').trim() === '')
    throw new UsageError(`--to "${given}" is not DPID=NAME, such as PADPIDA2014120301U="Example Store"`)
  return { dpid, name: name.join('=').trim() }
}

async function readWishes(values: AddValues): Promise<StoreSettings> {
  const given = {
    outletProfile: values.for,
    recipients: (values.to ?? []).map(readRecipient),
    profile: values.profile,
    ernVersion: values.ern,
    avsVersion: values.avs,
    isTest: !values.isLive,
    choreography: values.choreography,
    manifestHash: values.manifestHash,
    takedownStyle: values.takedown,
    ...(await readFilter(values)),
    acknowledges: values.acknowledges,
    liveOn: values.liveOn,
    resendFiles: values.resendFiles,
    writeFiles: values.writeFiles,
    askEverySeconds: values.askEvery,
  }
  return withOptionNames(() => completeSettings(given))
}

export interface NewStore {
  readonly kind: StoreKind | 'program'
  readonly settings: FolderSettings | SftpSettings | S3Settings | ProgramSettings
  readonly secret?: string | undefined
}

const choosePlace = 'Choose where the store receives its packages: --folder, --sftp, --s3 or --program'

/** An outlet as it is added. */
export async function readStore(input: OperatorContext, values: AddValues): Promise<NewStore> {
  const { folder, sftp, s3, program } = values
  if (program !== undefined) {
    if ([folder, sftp, s3].some((place) => place !== undefined)) throw new UsageError(choosePlace)
    return readProgramStore(input, program, values)
  }
  if (values.envFile !== undefined) throw new UsageError('--env-file is only for outlets with --program')
  const { kind, place, secret } = await readPlace(input, values, choosePlace)
  // The options that apply depend on its kind.
  const settings = { ...(await readWishes(values)), ...place } as NewStore['settings']
  return { kind, settings, secret }
}

async function readProgramStore(input: OperatorContext, program: string, values: AddValues): Promise<NewStore> {
  const { resendFiles, acknowledges, writeFiles, manifestHash } = values
  requireForProgram({
    resendFiles,
    ...(!acknowledges && { acknowledges }),
    // These have defaults, which say nothing.
    ...(writeFiles !== usualStore.writeFiles && { writeFiles }),
    ...(manifestHash !== usualStore.manifestHash && { manifestHash }),
  })
  const { kind, place, secret } = await readProgram(input, program, values)
  return { kind, settings: { ...(await readWishes(values)), ...wholePackages, ...place }, secret }
}

/** Throws for what programs have no choice about: they get every package whole, and their exit is their answer. */
export function requireForProgram({ acknowledges, resendFiles, writeFiles, manifestHash }: Partial<SetValues>): void {
  if ([acknowledges, resendFiles, writeFiles, manifestHash].some((value) => value !== undefined))
    throw new UsageError(
      'A program gets every package whole and answers by itself: --acknowledgements, --resend-files, --write-files and --manifest-hash do not apply',
    )
}

/** Changes to a store's requirements. Limits that are not named stay, unless the store now accepts everything. */
export async function readSettings(stored: unknown, values: SetValues): Promise<Partial<SettableSettings>> {
  const before = asStoreSettings(stored)
  const { takes, genres } = await readFilter(values)
  const kept = values.takesAll ? {} : before.takes
  const given = {
    ...(takes === undefined && !values.takesAll ? {} : { takes: { ...kept, ...takes } }),
    genres,
    liveOn: values.liveOn,
    ernVersion: values.ern,
    manifestHash: values.manifestHash,
    acknowledges: values.acknowledges,
    resendFiles: values.resendFiles,
    writeFiles: values.writeFiles,
    isTest: values.isLive === undefined ? undefined : !values.isLive,
  }
  const changes = withOptionNames(() => changeSettings(stored, given))
  if (Object.keys(changes).length === 0) throw new UsageError('Choose what to change')
  return changes
}
