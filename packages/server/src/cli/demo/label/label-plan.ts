import type { DemoReleasePlan } from '../demo-release.ts'
import type { CoverPlan } from './draw-cover.ts'

/** The catalog of the demo's label: releases in every state a person can see. */

/** What is done with a release after it was created. */
export type Fate = 'live' | 'refused' | 'scheduled' | 'takenDown' | 'waiting' | 'changesRequested' | 'draft'

export interface LabelRelease extends Omit<DemoReleasePlan, 'releaseDate'> {
  readonly fate: Fate
  /** Days from today to the release date; negative for a date in the past. */
  readonly releasedIn: number
  readonly cover: CoverPlan
  /** Members that are not filled in yet. */
  readonly without?: readonly ('genre' | 'pLine')[]
}

const long = 'A Very Long Evening at the Edge of the Harbour, in Four Unhurried Movements and a Quiet Coda'

export const labelPlan: readonly LabelRelease[] = [
  {
    title: 'Paper Lanterns',
    type: 'ep',
    artist: 'Ada Verne',
    genre: 'ambient',
    trackTitles: ['Kite Season', 'Paper Lanterns', 'The Last Ferry'],
    fate: 'live',
    releasedIn: -400,
    cover: { figure: 'hills', hue: 24 },
  },
  {
    title: 'Copper Rain',
    type: 'single',
    artist: 'Noor & the Quiet Hours',
    genre: 'jazz',
    trackTitles: ['Copper Rain'],
    fate: 'live',
    releasedIn: -260,
    cover: { figure: 'bars', hue: 350 },
  },
  {
    title: long,
    type: 'single',
    artist: 'Marlow Quartet',
    genre: 'classical',
    trackTitles: [long],
    fate: 'live',
    releasedIn: -120,
    cover: { figure: 'rings', hue: 205 },
  },
  {
    title: 'ليلة طويلة',
    type: 'single',
    artist: 'سارة منصور',
    genre: 'ambient',
    trackTitles: ['ليلة طويلة'],
    fate: 'live',
    releasedIn: -45,
    cover: { figure: 'tiles', hue: 280 },
    changes: { language: 'ar' },
  },
  {
    title: 'Weather Report',
    type: 'single',
    artist: 'Noor & the Quiet Hours',
    genre: 'jazz',
    trackTitles: ['Weather Report'],
    fate: 'refused',
    releasedIn: -3,
    cover: { figure: 'bars', hue: 130 },
    changes: { outlets: ['sandbox'], metadata: { 'sandbox.outcome': 'refuse:rights_conflict' } },
  },
  {
    title: 'Second Sun',
    type: 'single',
    artist: 'Ada Verne',
    genre: 'ambient',
    trackTitles: ['Second Sun'],
    fate: 'scheduled',
    releasedIn: 21,
    cover: { figure: 'rings', hue: 40 },
  },
  {
    title: 'Opening Night',
    type: 'single',
    artist: 'Marlow Quartet',
    genre: 'classical',
    trackTitles: ['Opening Night'],
    fate: 'takenDown',
    releasedIn: -300,
    cover: { figure: 'tiles', hue: 10 },
  },
  {
    title: 'Undertow',
    type: 'single',
    artist: 'Ada Verne',
    genre: 'ambient',
    trackTitles: ['Undertow'],
    fate: 'waiting',
    releasedIn: -14,
    cover: { figure: 'hills', hue: 180 },
  },
  {
    title: 'North by Night',
    type: 'single',
    artist: 'Noor & the Quiet Hours',
    genre: 'jazz',
    trackTitles: ['North by Night'],
    fate: 'changesRequested',
    releasedIn: -7,
    cover: { figure: 'rings', hue: 255 },
  },
  {
    title: 'Closing',
    type: 'single',
    artist: 'Marlow Quartet',
    genre: 'classical',
    trackTitles: ['Closing'],
    fate: 'draft',
    releasedIn: 40,
    cover: { figure: 'bars', hue: 60 },
    // The type and the owner of the recording are not filled in yet.
    without: ['genre', 'pLine'],
  },
  {
    title: 'Glass Year',
    type: 'single',
    artist: 'Ada Verne',
    genre: 'ambient',
    trackTitles: ['Glass Year'],
    fate: 'draft',
    releasedIn: 60,
    cover: { figure: 'tiles', hue: 320 },
  },
]
