import type { ApiKey, CatalogItem, Delivery, Permission, ReleaseEvent, ReleaseStatus } from '@spindle/client'
import { en } from './en.ts'

type DeliveryStatus = Delivery['status']

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
    readonly keys: string
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
  readonly confirmation: {
    readonly title: string
    readonly text: string
    readonly submit: string
    readonly cancel: string
  }
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
    readonly viewer: string
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
    readonly facts: {
      readonly date: string
      readonly upc: string
      readonly upcLater: string
      readonly label: string
      readonly length: string
      readonly cover: string
      readonly noCover: string
    }
    readonly steps: {
      readonly title: string
      readonly created: string
      readonly submitted: string
      readonly review: string
      readonly delivery: string
      readonly live: string
      readonly done: string
      readonly current: string
    }
    readonly review: { readonly asks: string; readonly rejects: string; readonly at: (pointer: string) => string }
    readonly checks: {
      readonly title: string
      readonly clean: string
      readonly count: (errors: number, warnings: number) => string
      readonly severities: Readonly<Record<'error' | 'warning' | 'note', string>>
    }
    readonly outlets: {
      readonly title: string
      readonly none: string
      readonly statuses: Readonly<Record<DeliveryStatus, string>>
      readonly attempt: (attempts: number) => string
      readonly again: (when: string) => string
      readonly retry: string
      readonly retryOf: (outlet: string) => string
    }
    readonly trackList: {
      readonly title: string
      readonly waveform: (title: string) => string
      readonly analysing: string
      readonly loudness: (lufs: number, peak: number) => string
      readonly format: (container: string, bits: number | null, kiloHertz: number) => string
      readonly isrc: (isrc: string) => string
      readonly isrcLater: string
    }
    readonly activity: {
      readonly title: string
      readonly events: Readonly<Record<ReleaseEvent['type'], string>>
      readonly by: (name: string) => string
      readonly at: (outlet: string) => string
      readonly more: string
    }
    readonly developers: {
      readonly title: string
      readonly id: string
      readonly revision: string
      readonly request: string
      readonly json: string
      readonly copy: string
      readonly copied: string
    }
    readonly actions: {
      readonly cancel: string
      readonly notYet: string
      readonly submit: string
      readonly submitTitle: string
      readonly submitText: (facts: { title: string; type: string; tracks: number; date: string }) => string
      readonly mustFix: (errors: number) => string
      readonly withdraw: string
      readonly withdrawTitle: string
      readonly withdrawText: string
      readonly takedown: string
      readonly takedownTitle: string
      readonly takedownText: string
      readonly takedownReason: string
      readonly role: (role: string) => string
    }
  }
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
