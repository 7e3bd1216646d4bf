import type { Feature } from '../../http/feature.ts'
import type { Log } from '../../platform/logging/log.ts'
import { finishAll } from '../../platform/process/shutdown.ts'
import { defineFeature } from '../../wiring/define-feature.ts'
import { type MediaAnalyser, mediaAnalyser } from './analyser.ts'
import { checkWalls } from './child/check-walls.ts'
import type { ChildRunner } from './child/child-runner.ts'
import { type PreviewMaker, previewMaker } from './preview-maker.ts'
import { type RenditionMaker, renditionMaker } from './rendition-maker.ts'

export { type MediaAnalyser, type MediaAnalyserOptions, mediaAnalyser } from './analyser.ts'
export { checkWalls } from './child/check-walls.ts'
export { type ChildCode, contractFolders, findPackageFolder } from './child/child-files.ts'
export { type ChildRunner, childRunner } from './child/child-runner.ts'
export { findChildWalls } from './child/child-walls.ts'
export { isWebp, type PackedSamples, parseJpeg } from './parse-preview.ts'
export { type PreviewMaker, previewMaker } from './preview-maker.ts'
export { NoRenditionError, type RenditionMaker, renditionMaker } from './rendition-maker.ts'
export { unchangedCover } from './unchanged-cover.ts'
export type { MediaVerdict } from './verdict.ts'

/** What reads the bytes of strangers, each file in a process of its own. */
export interface MediaFeature extends Feature {
  readonly analyser: MediaAnalyser
  readonly previewMaker: PreviewMaker
  readonly renditionMaker: RenditionMaker
}

export interface MediaOptions {
  readonly log: Log
  /** In place of the one that starts processes. */
  readonly analyser?: MediaAnalyser | undefined
  /** What makes previews, in place of child processes. */
  readonly readers?: ChildRunner | undefined
}

function mediaFeature({ log, analyser = mediaAnalyser({ log }), readers }: MediaOptions): MediaFeature {
  const maker = previewMaker({ log, children: readers })
  const renditions = renditionMaker({ log, children: readers })
  return {
    analyser,
    previewMaker: maker,
    renditionMaker: renditions,
    checks: [{ name: 'walls around the analysis', run: checkWalls }],
    start: () => analyser.start(),
    drain: () => finishAll([analyser.drain(), maker.drain(), renditions.drain()]),
  }
}

export const media = defineFeature({ name: 'media', needs: ['log', 'analyser', 'readers'], make: mediaFeature })
