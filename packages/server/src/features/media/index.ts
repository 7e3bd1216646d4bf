export { type MediaAnalyser, type MediaAnalyserOptions, mediaAnalyser } from './analyser.ts'
export { findChildWalls } from './child/child-walls.ts'
export type { MediaVerdict } from './verdict.ts'
