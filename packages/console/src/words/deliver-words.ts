import type { ReleaseInput } from '@spindle/client'
import type { SectionName } from '../delivery/document/release-fields.ts'
import { deliverEn } from './deliver-en.ts'

/** The texts of the Deliver page, which come with it and with nothing else. */

export type StepName = 'files' | 'release' | 'tracks' | 'review'

export interface DeliverWords {
  readonly title: string
  readonly edit: (title: string) => string
  readonly untitled: string
  readonly steps: Readonly<Record<StepName, string>>
  readonly stepsLabel: string
  readonly next: (step: string) => string
  readonly viewer: string
  readonly anew: string
  readonly anewTitle: string
  readonly anewText: string
  readonly anewKeep: string
  readonly endedElsewhere: string
  readonly saving: {
    readonly local: string
    readonly pending: string
    readonly saving: string
    readonly saved: (time: string) => string
    readonly waiting: string
    readonly waitingFor: (seconds: number) => string
    readonly signedOut: string
    readonly conflict: string
    readonly refused: (message: string) => string
    readonly retry: string
  }
  readonly conflict: {
    readonly title: string
    readonly text: (when: string) => string
    readonly what: string
    readonly theirs: string
    readonly mine: string
    readonly nothing: string
    readonly takeTheirs: string
    readonly keepMine: string
    readonly later: string
    readonly tracksDiffer: string
  }
  readonly files: {
    readonly drop: string
    readonly dropHint: string
    readonly dropNow: string
    readonly chooseFiles: string
    readonly chooseFolder: string
    readonly reading: string
    readonly unfinished: (count: number) => string
    readonly chooseAgain: string
    readonly list: string
    readonly remove: string
    readonly removeOf: (name: string) => string
    readonly replace: string
    readonly replaceOf: (name: string) => string
    readonly pause: string
    readonly pauseOf: (name: string) => string
    readonly resume: string
    readonly resumeOf: (name: string) => string
    readonly retry: string
    readonly retryOf: (name: string) => string
    readonly progressOf: (name: string) => string
    readonly states: {
      readonly foreign: string
      readonly refused: string
      readonly waiting: string
      readonly elsewhere: string
      readonly offline: string
      readonly sending: (percent: number, speed: string, left: string) => string
      readonly starting: string
      readonly paused: (percent: number) => string
      readonly retrying: (percent: number, attempt: number) => string
      readonly checking: string
      readonly checkingPicture: string
      readonly ready: string
      readonly rejected: string
      readonly lost: (percent: number) => string
      readonly unfinished: string
    }
    readonly cover: string
    readonly pixels: (width: number, height: number) => string
    readonly all: (percent: number, sent: string, total: string) => string
    readonly done: (count: number) => string
    readonly pauseAll: string
    readonly resumeAll: string
    readonly retryFailed: string
    readonly notes: string
  }
  readonly suggestions: {
    readonly title: string
    readonly lead: string
    readonly takeAll: string
    readonly take: string
    readonly takeOf: (label: string) => string
    readonly ignore: string
    readonly ignoreOf: (label: string) => string
    readonly ofTrack: (title: string) => string
  }
  readonly release: {
    readonly lead: string
    readonly cover: string
    readonly coverMissing: string
    readonly chooseCover: string
    readonly replaceCover: string
    readonly coverAlt: string
  }
  readonly tracks: {
    readonly lead: string
    readonly none: string
    readonly up: string
    readonly upOf: (title: string) => string
    readonly down: string
    readonly downOf: (title: string) => string
    readonly drag: string
    readonly moved: (title: string, place: number, count: number) => string
    readonly copyToOthers: string
    readonly copied: string
    readonly sectionOf: (section: string, title: string) => string
    readonly file: (name: string) => string
  }
  readonly review: {
    readonly count: (errors: number, warnings: number) => string
    /** Errors, warnings and notes; without those that there are none of. */
    readonly counts: (numbers: readonly number[]) => string
    readonly clean: string
    readonly checking: string
    readonly nothing: string
    readonly asks: string
    readonly goThere: string
    readonly goThereTo: (what: string) => string
    readonly uploading: (count: number) => string
    readonly unsaved: string
    readonly submit: string
    readonly trackOf: (place: number, title: string) => string
    readonly ofRelease: string
    readonly unfinished: (count: number) => string
  }
  readonly submit: {
    readonly title: string
    readonly what: (facts: { title: string; type: string; tracks: number; date: string; outlets: string }) => string
    readonly frozen: string
    readonly submit: string
    readonly notYet: string
    readonly noDate: string
  }
  readonly form: {
    readonly notSaid: string
    readonly yes: string
    readonly no: string
    readonly add: (label: string) => string
    readonly remove: string
    readonly removeOf: (label: string, place: number) => string
    readonly item: (label: string, place: number) => string
    readonly more: string
    readonly between: (min: string, max: string) => string
    readonly begun: string
    readonly commas: string
    readonly worldwide: string
    readonly addTerritory: string
    readonly territoriesHint: string
    readonly removeTerritory: (name: string) => string
    readonly allOutlets: string
    readonly someOutlets: string
    readonly mapKey: string
    readonly mapValue: string
    readonly given: string
    readonly blank: (label: string) => string
  }
  readonly sections: Readonly<Record<SectionName, string>>
  /** By the name of the member. */
  readonly hints: Readonly<Record<string, string>>
  readonly types: Readonly<Record<ReleaseInput['type'], string>>
}

export const deliverWords: DeliverWords = deliverEn
