// Music from a seed: a slow chord progression for pad, bass, plucked arpeggio and a breath of noise. The same seed gives
// the same samples, so that a demo release has the same audio, loudness and waveform on every machine.

export interface Synthesised {
  readonly sampleRate: number
  readonly bitDepth: 24
  readonly channels: [Int32Array, Int32Array]
}

export interface SynthesisOptions {
  readonly seconds: number
  readonly seed: number
  readonly sampleRate: number
}

const peakLevel = 10 ** (-3 / 20)
const scale = [0, 2, 3, 5, 7, 8, 10] as const
const progressions = [
  [0, 5, 2, 4],
  [0, 3, 5, 4],
  [0, 2, 5, 3],
  [0, 4, 5, 3],
] as const

type Random = () => number

/** mulberry32: small, and the same everywhere. */
function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Note {
  readonly start: number
  readonly length: number
  readonly frequency: number
  readonly level: number
  /** -1 left to 1 right. */
  readonly pan: number
  readonly attack: number
  /** Levels of the harmonics, the fundamental first. */
  readonly harmonics: readonly number[]
}

type Mix = readonly [Float32Array, Float32Array]

interface Sine {
  readonly step: number
  readonly phase: number
  readonly level: number
}

/** Each sample follows from the two before it, without a call of Math.sin. */
function addSine(target: Float32Array, from: number, envelope: Float64Array, { step, phase, level }: Sine): void {
  const turn = 2 * Math.cos(step)
  let before = level * Math.sin(phase - step)
  let now = level * Math.sin(phase)
  for (let i = 0; i < envelope.length; i++) {
    target[from + i] = (target[from + i] ?? 0) + (envelope[i] ?? 0) * now
    const next = turn * now - before
    before = now
    now = next
  }
}

function envelopeOf(note: Note, frames: number, sampleRate: number): Float64Array {
  const attackFrames = Math.max(1, note.attack * sampleRate)
  const envelope = new Float64Array(frames)
  for (let i = 0; i < frames; i++) {
    const decay = 1 - i / (note.length * sampleRate)
    envelope[i] = Math.min(1, i / attackFrames) * decay * Math.sqrt(decay)
  }
  return envelope
}

function addNote([left, right]: Mix, note: Note, sampleRate: number): void {
  const from = Math.floor(note.start * sampleRate)
  const frames = Math.min(Math.floor(note.length * sampleRate), left.length - from)
  const envelope = envelopeOf(note, frames, sampleRate)
  const angle = ((note.pan + 1) * Math.PI) / 4
  for (const [index, harmonic] of note.harmonics.entries()) {
    const step = (2 * Math.PI * note.frequency * (index + 1)) / sampleRate
    const level = note.level * harmonic
    addSine(left, from, envelope, { step, phase: 0, level: level * Math.cos(angle) })
    // The channels get slightly different phases: width, and no cancellation in mono.
    addSine(right, from, envelope, { step, phase: 0.35 * index, level: level * Math.sin(angle) })
  }
}

function frequencyOf(root: number, degree: number): number {
  const octave = Math.floor(degree / scale.length)
  return root * 2 ** (octave + (scale[degree % scale.length] ?? 0) / 12)
}

function composeBar(root: number, chord: number, barSeconds: number, random: Random): Omit<Note, 'start'>[][] {
  const pad = [0, 2, 4].map((third, index) => ({
    length: barSeconds * 1.4,
    frequency: frequencyOf(root * 2, chord + third),
    level: 0.22,
    pan: (index - 1) * 0.7,
    attack: 0.5,
    harmonics: [1, 0.4, 0.25, 0.1],
  }))
  const bass = {
    length: barSeconds * 1.1,
    frequency: frequencyOf(root, chord) / 2,
    level: 0.4,
    pan: 0,
    attack: 0.02,
    harmonics: [1, 0.5, 0.2],
  }
  const plucks = Array.from({ length: 8 }, () => [
    {
      length: barSeconds * 0.45,
      frequency: frequencyOf(root * 4, chord + 2 * Math.floor(random() * 4)),
      level: 0.1 + 0.12 * random(),
      pan: random() * 1.6 - 0.8,
      attack: 0.005,
      harmonics: [1, 0.6, 0.3, 0.2, 0.1],
    },
  ])
  plucks[0]?.push(bass, ...pad)
  return plucks
}

function addNoise([left, right]: Mix, random: Random): void {
  for (let i = 0; i < left.length; i++) {
    left[i] = (left[i] ?? 0) + (random() - 0.5) * 0.006
    right[i] = (right[i] ?? 0) + (random() - 0.5) * 0.006
  }
}

function fadeOut(mix: Mix, frames: number): void {
  for (const channel of mix) {
    const from = Math.max(0, channel.length - frames)
    for (let i = from; i < channel.length; i++) channel[i] = (channel[i] ?? 0) * (1 - (i - from) / frames)
  }
}

function quantise(channel: Float32Array, gain: number): Int32Array {
  const samples = new Int32Array(channel.length)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.round((channel[i] ?? 0) * gain * (2 ** 23 - 1))
  return samples
}

/** True stereo with a sample peak of -3 dBFS, no silence above a second, 24 bits. */
export function synthesise({ seconds, seed, sampleRate }: SynthesisOptions): Synthesised {
  const random = seededRandom(seed)
  const frames = Math.round(seconds * sampleRate)
  const mix: Mix = [new Float32Array(frames), new Float32Array(frames)]
  const root = 98 * 2 ** (Math.floor(random() * 12) / 12)
  const barSeconds = 1.8 + random() * 0.8
  const progression = progressions[Math.floor(random() * progressions.length)] ?? progressions[0]
  for (let bar = 0; bar * barSeconds < seconds; bar++) {
    const chord = progression[bar % progression.length] ?? 0
    for (const [eighth, notes] of composeBar(root, chord, barSeconds, random).entries()) {
      const start = (bar + eighth / 8) * barSeconds
      for (const note of notes) if (start < seconds) addNote(mix, { ...note, start }, sampleRate)
    }
  }
  addNoise(mix, random)
  fadeOut(mix, Math.min(frames, Math.round(sampleRate * 0.4)))
  const peak = mix.reduce((most, channel) => channel.reduce((max, value) => Math.max(max, Math.abs(value)), most), 1e-9)
  const [left, right] = mix
  return {
    sampleRate,
    bitDepth: 24,
    channels: [quantise(left, peakLevel / peak), quantise(right, peakLevel / peak)],
  }
}
