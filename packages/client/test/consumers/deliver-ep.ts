import { readFileSync } from 'node:fs'
import { type ReleaseInput, Spindle } from '@spindle/client'
import { uploadFile } from '@spindle/client/node'

const client = new Spindle({ baseUrl: process.env.SPINDLE_URL ?? '', apiKey: process.env.SPINDLE_API_KEY })
const ep = JSON.parse(readFileSync('release.json', 'utf8')) as ReleaseInput
const cover = await uploadFile(client, 'cover.jpg')
const masters = await Promise.all(['1.wav', '2.wav', '3.wav'].map((file) => uploadFile(client, file)))
await Promise.all([cover, ...masters].map(({ id }) => client.uploads.waitFor(id)))
const tracks = ep.tracks.map((track, index) => ({ ...track, uploadId: masters[index]?.id ?? track.uploadId }))
const { id } = await client.releases.create({ ...ep, coverUploadId: cover.id, tracks })
await client.releases.submit(id)
console.log(JSON.stringify(await client.releases.waitFor(id, { status: 'live' })))
