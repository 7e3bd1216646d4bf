import type { ApiKey, Permission } from '@spindle/client'
import type { Role } from '@spindle/contract/console'
import type { Device } from '../data/device-name.ts'
import { en } from './en.ts'
import type { AnalyticsWords, CatalogWords, HomeWords, ReleaseWords } from './release-words.ts'
import type { OutsideWords } from './sign-in-words.ts'
import type { ActivityWords, TeamWords, YouWords } from './team-words.ts'

/**
 * Every text of the console. Another language is another object of this type: a missing text is a compile error. Findings
 * and errors are shown in the hub's own words, which stand in the contract.
 */
export interface Words {
  readonly locale: string
  readonly product: string
  readonly skipToContent: string
  readonly loading: string
  readonly optional: string
  readonly close: string
  readonly tryAgain: string
  readonly requestId: (id: string) => string
  readonly failed: string
  readonly noAnswer: string
  readonly offline: string
  readonly unencrypted: string
  readonly pageTitle: (title: string) => string
  readonly nav: {
    readonly label: string
    readonly home: string
    readonly deliver: string
    readonly catalog: string
    readonly analytics: string
    readonly reports: string
    readonly keys: string
    readonly team: string
    readonly activity: string
    readonly you: string
    readonly account: string
    readonly signedInAs: (name: string) => string
    readonly signOut: string
    readonly theme: string
    readonly themes: { readonly system: string; readonly light: string; readonly dark: string }
    readonly apiReference: string
    readonly menu: string
    readonly more: string
    readonly operator: string
  }
  readonly player: {
    readonly label: string
    readonly listen: (title: string) => string
    readonly play: (title: string) => string
    readonly pause: (title: string) => string
    readonly position: (title: string) => string
    readonly at: (position: string, length: string) => string
    readonly close: string
    readonly failed: string
  }
  readonly fields: {
    readonly name: string
    readonly email: string
    readonly password: string
    readonly passwordHint: string
    readonly newPassword: string
    readonly show: string
    readonly hide: string
    readonly labelName: string
    readonly labelNameHint: string
    readonly missing: (label: string) => string
    readonly noMail: string
    readonly tooShort: (length: number) => string
    readonly checkFields: (count: number) => string
  }
  readonly device: (device: Device) => string
  readonly passkeys: {
    readonly notMade: string
    readonly notUsed: string
  }
  readonly wayIn: {
    readonly legend: string
    readonly passkey: string
    readonly password: string
    readonly passkeyHint: string
    readonly outside: (provider: string) => string
    readonly outsideHint: (provider: string) => string
    readonly localHost: (host: string) => string
    readonly bareAddress: (host: string) => string
  }
  readonly setup: {
    readonly title: string
    readonly lead: string
    readonly you: string
    readonly wayIn: string
    readonly label: string
    readonly submit: string
    readonly expires: (minutes: number) => string
    readonly noLinkTitle: string
    readonly noLink: string
    readonly deadTitle: string
    readonly dead: string
  }
  readonly signIn: {
    readonly title: (hub: string) => string
    readonly submit: string
    readonly passkey: string
    readonly or: string
    readonly noAccount: string
    readonly askForAccess: string
    readonly needsSetupTitle: string
    readonly needsSetup: string
    readonly forgot: string
    readonly again: string
    readonly againLead: string
    readonly linkWorking: string
    readonly linkDead: string
  }
  readonly outside: OutsideWords
  readonly invitation: {
    readonly title: (account: string) => string
    readonly lead: (account: string, role: string) => string
    readonly submit: string
    readonly join: (account: string) => string
    readonly deadTitle: string
    readonly dead: string
    readonly roles: Readonly<Record<'owner' | 'manager' | 'viewer', string>>
  }
  readonly authorize: {
    readonly title: (program: string, device: string | null) => string
    readonly leadKeys: string
    readonly leadTools: string
    readonly notOurs: (program: string, host: string) => string
    readonly account: string
    readonly may: string
    readonly allow: string
    readonly refuse: string
    readonly roleTooSmall: string
    readonly deadTitle: string
    readonly dead: string
  }
  readonly connections: {
    readonly title: string
    readonly lead: string
    readonly emptyTitle: string
    readonly empty: string
    readonly in: (account: string) => string
    readonly since: (day: string) => string
    readonly used: (day: string) => string
    readonly unused: string
    readonly until: (day: string) => string
    readonly end: string
    readonly endOf: (program: string) => string
    readonly endTitle: (program: string) => string
    readonly endText: string
  }
  readonly confirmation: {
    readonly title: string
    readonly text: string
    readonly passkey: string
    readonly outside: (provider: string) => string
    readonly noWay: string
    readonly submit: string
    readonly cancel: string
  }
  /** Title of their pages, and what leads there. */
  readonly webhooks: string
  readonly exports: string
  readonly keys: {
    readonly title: string
    readonly lead: string
    readonly make: string
    readonly emptyTitle: string
    readonly empty: string
    readonly name: string
    readonly nameHint: string
    readonly presets: {
      readonly legend: string
      readonly deliver: string
      readonly read: string
      readonly choose: string
    }
    readonly permissions: Readonly<Record<Permission, string>>
    readonly permissionMissing: string
    readonly expires: string
    readonly lifetimes: { readonly never: string; readonly quarter: string; readonly year: string }
    readonly revealTitle: string
    readonly reveal: string
    readonly copy: string
    readonly copied: string
    readonly stored: string
    readonly done: string
    readonly keyLabel: string
    readonly rotate: string
    readonly rotateOf: (name: string) => string
    readonly rotateTitle: (name: string) => string
    readonly rotateText: string
    readonly overlap: string
    readonly overlaps: Readonly<Record<'0' | '3600' | '86400' | '604800', string>>
    readonly revoke: string
    readonly revokeOf: (name: string) => string
    readonly revokeTitle: (name: string) => string
    readonly revokeText: string
    readonly cancel: string
    readonly statuses: Readonly<Record<ApiKey['status'], string>>
    readonly created: (when: string) => string
    readonly used: (when: string) => string
    readonly unused: string
    readonly ends: (when: string) => string
    readonly more: string
    readonly change: string
    readonly madeBy: (name: string) => string
    readonly usedFrom: (when: string, network: string) => string
  }
  readonly roleCannot: (role: Role, what: string, owners: readonly string[]) => string
  readonly team: TeamWords
  readonly activity: ActivityWords
  readonly you: YouWords
  readonly shortcuts: {
    readonly title: string
    readonly list: readonly (readonly [string, string])[]
    readonly off: string
  }
  readonly noAccounts: { readonly title: string; readonly text: string }
  readonly unknownAccount: { readonly title: string; readonly text: string; readonly other: string }
  readonly notFound: { readonly title: string; readonly text: string; readonly back: string }
  readonly crashed: { readonly title: string; readonly text: string; readonly reload: string }
  readonly notAllowed: { readonly title: string; readonly text: (role: string) => string }
  readonly home: HomeWords
  readonly catalog: CatalogWords
  readonly analytics: AnalyticsWords
  readonly release: ReleaseWords
}

export const words: Words = en

export const formatDate = (day: string): string =>
  new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export const formatNumber = (value: number): string => new Intl.NumberFormat(words.locale).format(value)

export const formatInstant = (instant: string): string =>
  new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant))

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** "2 hours ago", and the date once that says more. */
export function formatAgo(instant: string, now: number = Date.now()): string {
  const passed = Date.parse(instant) - now
  if (Math.abs(passed) > 7 * 86_400_000)
    return new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium' }).format(new Date(instant))
  const [unit, size] = steps.find(([, size]) => Math.abs(passed) >= size) ?? ['minute', 60_000]
  return new Intl.RelativeTimeFormat(words.locale, { numeric: 'auto' }).format(Math.round(passed / size), unit)
}

/** 222000 -> "3:42". */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
