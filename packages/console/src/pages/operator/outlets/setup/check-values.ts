import { isTerritoryCode, suggestTerritory } from '@spindle/contract/territories'
import { parseDpid } from '@spindle/contract/vocabulary'
import { findMissing, onlyProblems } from '../../../../parts/forms/check-fields.ts'
import { outletSetupWords as texts } from '../../../../words/operator/outlet-setup-words.ts'
import { listOf, type OutletName, type OutletProblems, type OutletValues, profileOf } from './outlet-values.ts'

/** What the hub would refuse, found before anything is sent. Each step checks its own fields. */

export type Step = keyof typeof texts.steps
export const steps = Object.keys(texts.steps) as Step[]

const { fields, problems } = texts

const missing = (values: OutletValues, name: keyof typeof fields): string | undefined =>
  findMissing(values[name], fields[name])

const unless = (isRight: boolean, problem: string): string | undefined => (isRight ? undefined : problem)

const isWhole = (text: string, most: number): boolean =>
  /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= most

const checkStore = (values: OutletValues) => ({
  name: missing(values, 'name'),
  id: missing(values, 'id') ?? unless(/^[a-z0-9][a-z0-9_-]{0,63}$/.test(values.id.trim()), problems.id),
})

export const checkHostKey = ({ hostKey }: Pick<OutletValues, 'hostKey'>): string | undefined =>
  unless(/^SHA256:[A-Za-z0-9+/]{43}$/.test(hostKey.trim()), problems.hostKey)

export const checkServer = (values: OutletValues) => ({
  host: missing(values, 'host') ?? unless(/^[^\s@/[\]]+$/.test(values.host.trim()), problems.host),
  port: unless(isWhole(values.port.trim(), 65_535), problems.port),
})

const checkConnection: Readonly<
  Record<string, (values: OutletValues) => Partial<Record<OutletName, string | undefined>>>
> = {
  sftp: (values) => ({
    ...checkServer(values),
    user: missing(values, 'user') ?? unless(/^[^\s@:/]+$/.test(values.user.trim()), problems.user),
    directory: missing(values, 'directory'),
    hostKey: checkHostKey(values),
    password: unless(values.password !== '' || values.privateKey.trim() !== '', problems.signIn),
  }),
  s3: (values) => ({
    bucket:
      missing(values, 'bucket') ??
      unless(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(values.bucket.trim()), problems.bucket),
    region: missing(values, 'region'),
    endpoint: unless(/^(https?:\/\/[^\s/]+.*)?$/.test(values.endpoint.trim()), problems.endpoint),
    accessKeyId: missing(values, 'accessKeyId'),
    secretAccessKey: missing(values, 'secretAccessKey'),
  }),
  folder: (values) => ({
    folder: missing(values, 'folder') ?? unless(values.folder.trim().startsWith('/'), problems.folder),
  }),
}

const checkDpid = (values: OutletValues, name: 'dpid' | 'dpid2'): string | undefined =>
  missing(values, name) ?? unless(parseDpid(values[name]) !== undefined, problems.dpid)

const checkMessages = (values: OutletValues) => ({
  dpid: checkDpid(values, 'dpid'),
  recipient: missing(values, 'recipient'),
  ...(profileOf(values).leastRecipients > 1 && {
    dpid2: checkDpid(values, 'dpid2'),
    recipient2: missing(values, 'recipient2'),
  }),
  avsVersion: missing(values, 'avsVersion'),
  askEverySeconds: unless(isWhole(values.askEverySeconds.trim(), 86_400), problems.seconds),
})

export const checkTakes = (values: OutletValues) => ({
  codes: values.mode === 'worldwide' ? undefined : checkCodes(listOf(values.codes)),
  leastCover: unless(values.leastCover.trim() === '' || isWhole(values.leastCover.trim(), 10_000), problems.pixels),
})

function checkCodes(codes: readonly string[]): string | undefined {
  if (codes.length === 0) return problems.codes
  const wrong = codes.find((code) => !isTerritoryCode(code.toUpperCase()))
  return wrong === undefined ? undefined : problems.code(wrong, suggestTerritory(wrong))
}

const checks: Readonly<Record<Step, (values: OutletValues) => Partial<Record<OutletName, string | undefined>>>> = {
  store: checkStore,
  connection: (values) => checkConnection[values.kind]?.(values) ?? {},
  messages: checkMessages,
  takes: checkTakes,
  finish: () => ({}),
}

export const checkStep = (step: Step, values: OutletValues): OutletProblems => onlyProblems(checks[step](values))

/** Credentials that are empty stay, so only what is given is checked. */
export const checkChange = (values: OutletValues): OutletProblems =>
  onlyProblems({
    ...(values.kind === 'sftp' && { hostKey: checkHostKey(values) }),
    ...checkTakes(values),
  })
