import type { CatalogItem, Delivery, ReleaseEvent, ReleaseSort, ReleaseStatus, StoreMessage } from '@spindle/client'

/** Texts about releases and their numbers. */

export interface HomeWords {
  readonly greeting: (hour: number, name: string) => string
  readonly needsYou: string
  readonly allWell: string
  readonly drafts: string
  readonly draftsMore: (count: number) => string
  readonly lately: string
  readonly latelyEmpty: string
  readonly streams: string
  readonly streamsEmpty: string
  readonly madeUp: string
  readonly change: (percent: number | null) => string
  readonly through: (day: string) => string
  readonly allNumbers: string
  readonly emptyTitle: string
  readonly empty: string
  readonly deliver: string
  readonly allActivity: string
  readonly reasons: {
    readonly findings: (errors: number) => string
    readonly changes_requested: string
    readonly rejected: string
    readonly refused: (outlets: readonly string[]) => string
    readonly delivery_failed: (outlets: readonly string[]) => string
  }
  readonly fix: string
  readonly see: string
  readonly ready: string
  readonly moreDrafts: string
}

export interface CatalogWords {
  readonly title: string
  readonly search: string
  readonly searchHint: string
  readonly status: string
  readonly type: string
  readonly from: string
  readonly to: string
  readonly any: string
  readonly clear: string
  readonly filters: (chosen: number) => string
  readonly sort: string
  readonly sorts: Readonly<Record<ReleaseSort, string>>
  readonly select: (title: string) => string
  readonly selectAll: string
  readonly selected: (selected: number) => string
  readonly unselect: string
  readonly takedown: {
    readonly action: string
    readonly title: (releases: number) => string
    readonly text: string
    readonly skipped: (releases: number) => string
    readonly nothing: string
    readonly reason: string
    readonly doing: (done: number, all: number) => string
    readonly failed: (title: string) => string
  }
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

export interface AnalyticsWords {
  readonly title: string
  readonly choose: string
  readonly csv: string
  readonly range: string
  readonly ranges: Readonly<Record<7 | 28 | 90 | 365, string>>
  readonly metric: string
  readonly metrics: Readonly<Record<'streams' | 'playedMs', string>>
  readonly definitions: Readonly<Record<'streams' | 'playedMs', string>>
  readonly compare: string
  readonly hours: (ms: number) => string
  readonly unknown: string
  readonly listeners: string
  readonly nobody: string
  readonly change: (percent: number | null) => string
  readonly through: (day: string) => string
  readonly against: (from: string, to: string) => string
  readonly chart: (metric: string) => string
  readonly point: (day: string, value: string, before: string | null) => string
  readonly thisPeriod: string
  readonly before: string
  readonly showTable: string
  readonly hideTable: string
  readonly table: string
  readonly day: string
  readonly breakdown: string
  readonly by: string
  readonly dimensions: Readonly<Record<'release' | 'track' | 'territory' | 'outlet', string>>
  readonly notSaid: string
  readonly nothing: string
  readonly mostOnly: (shown: number) => string
  readonly about: string
  readonly sources: string
  readonly source: (cadence: string, day: string | null) => string
  readonly emptyTitle: string
  readonly empty: string
}

export interface ReleaseWords {
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
  readonly review: {
    readonly asks: string
    readonly rejects: string
    readonly atTracks: (notes: number) => string
    readonly wholeTrack: string
    readonly change: string
    readonly changeAt: (place: string) => string
  }
  readonly changes: {
    readonly title: string
    readonly unsent: string
    readonly waiting: string
    readonly declined: string
    readonly none: string
    readonly where: string
    readonly before: string
    readonly after: string
  }
  readonly checks: {
    readonly title: string
    readonly clean: string
    readonly count: (errors: number, warnings: number) => string
    readonly severities: Readonly<Record<'error' | 'warning' | 'note', string>>
    /** Of a finding that is about what outlets take. */
    readonly outlets: (names: readonly string[]) => string
  }
  readonly outlets: {
    readonly title: string
    readonly none: string
    readonly statuses: Readonly<Record<Delivery['status'], string>>
    readonly attempt: (attempts: number) => string
    readonly again: (when: string) => string
    readonly retry: string
    readonly retryOf: (outlet: string) => string
  }
  readonly messages: {
    readonly title: string
    readonly purposes: Readonly<Record<StoreMessage['purpose'], string>>
    readonly name: (purpose: string, revision: number, outlet: string) => string
    readonly statuses: Readonly<Record<StoreMessage['status'], string>>
    readonly download: string
    readonly downloadOf: (message: string) => string
    readonly proof: string
    readonly proofOf: (message: string) => string
    readonly more: string
  }
  readonly trackList: {
    readonly title: string
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
  readonly takedown: {
    readonly meaning: string
    readonly waysTold: string
    readonly ends: string
    readonly down: string
    readonly withdrawn: string
    readonly planned: (day: string) => string
    readonly plannedBy: { readonly account: string; readonly operator: string }
    readonly at: (outlets: readonly string[]) => string
    readonly callOff: string
    readonly callOffTitle: string
    readonly callOffText: (day: string) => string
    readonly operatorOnly: string
  }
  readonly actions: {
    readonly edit: string
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
    readonly takedownWhen: string
    readonly takedownNow: string
    readonly takedownOnDay: string
    readonly takedownDay: string
    readonly takedownDayHint: (zone: string) => string
    readonly plan: string
    readonly change: string
  }
}
