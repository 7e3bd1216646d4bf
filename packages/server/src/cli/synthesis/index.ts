/** Audio made by a formula, for the demo, the doctor, tests and benchmarks; production features never import it. */
export { encodeFlac } from './encode-flac.ts'
export { encodeWav, type PcmAudio } from './encode-wav.ts'
export { type Synthesised, type SynthesisOptions, synthesise } from './synthesise.ts'
