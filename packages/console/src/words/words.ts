import type { CatalogItem, ReleaseStatus } from '@spindle/client'
import { en } from './en.ts'

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
  readonly offline: string
  readonly unencrypted: string
  readonly pageTitle: (title: string) => string
  readonly nav: {
    readonly label: string
    readonly home: string
    readonly catalog: string
    readonly account: string
    readonly signedInAs: (name: string) => string
    readonly signOut: string
    readonly theme: string
    readonly themes: { readonly system: string; readonly light: string; readonly dark: string }
    readonly apiReference: string
    readonly menu: string
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
  readonly invitation: {
    readonly title: (account: string) => string
    readonly lead: (account: string, role: string) => string
    readonly submit: string
    readonly join: (account: string) => string
    readonly deadTitle: string
    readonly dead: string
    readonly roles: Readonly<Record<'owner' | 'manager' | 'viewer', string>>
  }
  readonly noAccounts: { readonly title: string; readonly text: string }
  readonly unknownAccount: { readonly title: string; readonly text: string; readonly other: string }
  readonly notFound: { readonly title: string; readonly text: string; readonly back: string }
  readonly crashed: { readonly title: string; readonly text: string; readonly reload: string }
  readonly notAllowed: { readonly title: string; readonly text: (role: string) => string }
  readonly home: {
    readonly greeting: (hour: number, name: string) => string
    readonly needsYou: string
    readonly allWell: string
    readonly drafts: string
    readonly lately: string
    readonly streams: string
    readonly streamsEmpty: string
    readonly madeUp: string
    readonly change: (percent: number) => string
    readonly through: (day: string) => string
    readonly emptyTitle: string
    readonly empty: string
    readonly emptyAction: string
    readonly wholeCatalog: string
    readonly updated: (when: string) => string
    readonly reasons: Readonly<Record<'delivery_failed' | 'changes_requested' | 'rejected', string>>
    readonly moreDrafts: string
  }
  readonly catalog: {
    readonly title: string
    readonly search: string
    readonly searchHint: string
    readonly status: string
    readonly type: string
    readonly from: string
    readonly to: string
    readonly any: string
    readonly clear: string
    readonly table: string
    readonly covers: string
    readonly view: string
    readonly csv: string
    readonly columns: {
      readonly title: string
      readonly artist: string
      readonly type: string
      readonly status: string
      readonly date: string
      readonly tracks: string
    }
    readonly shown: (shown: number, total: number) => string
    readonly more: string
    readonly emptyTitle: string
    readonly empty: string
    readonly nothingTitle: string
    readonly nothing: string
    readonly noDate: string
    readonly noArtist: string
  }
  readonly release: {
    readonly types: Readonly<Record<CatalogItem['type'], string>>
    readonly statuses: Readonly<Record<ReleaseStatus, string>>
    readonly tracks: (count: number) => string
    readonly liveAt: (live: number, total: number) => string
  }
}

export const words: Words = en

export const formatDate = (day: string): string =>
  new Intl.DateTimeFormat(words.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

export const formatNumber = (value: number): string => new Intl.NumberFormat(words.locale).format(value)

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
