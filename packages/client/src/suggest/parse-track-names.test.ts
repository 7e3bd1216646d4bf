import { describe, expect, it } from 'vitest'
import { parseTrackNames } from './parse-track-names.ts'

const one = (name: string) => parseTrackNames([name])[0]

describe('readTrackNames', () => {
  it.each([
    ['01 Opening.wav', { number: 1, title: 'Opening' }],
    ['1-03 - Title.flac', { disc: 1, number: 3, title: 'Title' }],
    ['2.11 Title.flac', { disc: 2, number: 11, title: 'Title' }],
    ['01. Artist - Title.wav', { number: 1, artist: 'Artist', title: 'Title' }],
    ['03 - Some Artist – A Title - Live.aiff', { number: 3, artist: 'Some Artist', title: 'A Title - Live' }],
    ['Ada - Night Drive - 04 - Closing.wav', { number: 4, artist: 'Ada', title: 'Closing' }],
    ['Ada - 04 - Closing.wav', { number: 4, artist: 'Ada', title: 'Closing' }],
    ['05_Slow_Tide.wav', { number: 5, title: 'Slow Tide' }],
    ['07) Seven.wav', { number: 7, title: 'Seven' }],
    ['-01 Dash.wav', { number: 1, title: 'Dash' }],
    ['- 02 - Spaces.wav', { number: 2, title: 'Spaces' }],
    ['—03. Long Dash.wav', { number: 3, title: 'Long Dash' }],
    ['-1999.wav', { title: '-1999' }],
    ['-7 Degrees.wav', { title: '-7 Degrees' }],
    ['12.wav', { title: '12' }],
    ['01.wav', { number: 1, title: 'Track 1' }],
    ['7 Rings.wav', { title: '7 Rings' }],
    ['99 Luftballons.wav', { title: '99 Luftballons' }],
    ['1999.wav', { title: '1999' }],
    ['4-6-8.wav', { number: 4, title: '6-8' }],
    ['Opening.wav', { title: 'Opening' }],
    ['01 夜のドライブ.wav', { number: 1, title: '夜のドライブ' }],
    ['02 שלום עולם.wav', { number: 2, title: 'שלום עולם' }],
    ['٠٣ مرحبا.wav', { number: 3, title: 'مرحبا' }],
    ['０４ 全角.wav', { number: 4, title: '全角' }],
    ['05 Cafe\u0301.wav', { number: 5, title: 'Caf\u00e9' }],
    ['06 A.B.C..wav', { number: 6, title: 'A.B.C.' }],
    ['CD1/07 Deep.wav', { number: 7, title: 'Deep' }],
  ])('reads %s', (name, expected) => {
    const { disc, number, artist, title } = { artist: undefined, disc: undefined, number: undefined, ...expected }
    expect(one(name)).toEqual({ disc, number, artist, title })
  })

  it('takes numbers without zeros when they count all files', () => {
    const read = parseTrackNames(['1 Harbour Lights.wav', '2 Slow Tide.wav', '3 Northern Window.wav'])
    expect(read.map(({ number, title }) => [number, title])).toEqual([
      [1, 'Harbour Lights'],
      [2, 'Slow Tide'],
      [3, 'Northern Window'],
    ])
  })

  it('takes numbers above 9 for numbers too where one is missing', () => {
    const names = ['01', '02', '03', '05', '06', '07', '08', '09', '10', '11', '12'].map(
      (number) => `${number} Song.wav`,
    )
    expect(parseTrackNames(names).map(({ number, title }) => [number, title])).toEqual(
      [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => [number, 'Song']),
    )
  })

  it('leaves a number in a title when it is far from the others', () => {
    const read = parseTrackNames(['01 Love.wav', '02 Hate.wav', '99 Luftballons.wav'])
    expect(read.map(({ number, title }) => [number, title])).toEqual([
      [1, 'Love'],
      [2, 'Hate'],
      [undefined, '99 Luftballons'],
    ])
  })

  it('leaves numbers in titles when they count nothing', () => {
    const read = parseTrackNames(['7 Rings.wav', '24 Hours.wav'])
    expect(read.map(({ number, title }) => [number, title])).toEqual([
      [undefined, '7 Rings'],
      [undefined, '24 Hours'],
    ])
  })

  it('takes what is before " - " for an artist only when every name has one', () => {
    expect(parseTrackNames(['01 Love - Live.wav', '02 Hate.wav']).map(({ artist, title }) => [artist, title])).toEqual([
      [undefined, 'Love - Live'],
      [undefined, 'Hate'],
    ])
    expect(parseTrackNames(['01 Ada - One.wav', '02 Bo - Two.wav']).map(({ artist }) => artist)).toEqual(['Ada', 'Bo'])
  })
})
