import { createHash, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * The limit of lists: what a careful hand writes on the hub's framework and driver for this one question. The key is
 * looked up once and kept, one prepared statement answers the page as JSON made by PostgreSQL, and the text is passed
 * through. Tables: goals/list-data.ts. Arguments: PORT DATABASE_URL.
 */

const [port, databaseUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const fastify = Fastify()
const keyCacheMs = 30_000

interface KeyRow {
  readonly digest: Buffer
  readonly account: number
}

const known = new Map<string, { readonly row: KeyRow; readonly until: number }>()

async function findKey(key: string): Promise<KeyRow | undefined> {
  const digest = createHash('sha256').update(key).digest()
  const name = digest.toString('latin1')
  const cached = known.get(name)
  if (cached && cached.until > Date.now()) return cached.row
  const { rows } = await pool.query<KeyRow>({
    name: 'key',
    text: 'select digest, account from api_key where digest = $1',
    values: [digest],
  })
  const [row] = rows
  if (!row || !timingSafeEqual(row.digest, digest)) return undefined
  known.set(name, { row, until: Date.now() + keyCacheMs })
  return row
}

const page = `select coalesce(json_agg(listed), '[]')::text as data from (
  select r.id, r.title, r.type, r.status, r.upc, r.created_at as "createdAt", t.tracks
  from (select * from release where account = $1 order by created_at desc, id desc limit $2) r
  cross join lateral (
    select json_agg(json_build_object('id', id, 'position', position, 'title', title, 'isrc', isrc,
                                      'durationMs', duration_ms, 'uploadId', upload_id) order by position) as tracks
    from track where release_id = r.id) t
  order by r.created_at desc, r.id desc) listed`

fastify.get('/healthz', async () => ({ status: 'ok' }))
fastify.get<{ Querystring: { limit: string } }>('/releases', async (request, reply) => {
  const key = await findKey(String(request.headers['x-api-key'] ?? ''))
  if (!key) return reply.code(401).send({ error: 'invalid_key' })
  const values = [key.account, Number(request.query.limit)]
  const { rows } = await pool.query<{ data: string }>({ name: 'page', text: page, values })
  return reply.header('content-type', 'application/json').send(`{"data":${rows[0]?.data ?? '[]'}}`)
})
await fastify.listen({ host: '127.0.0.1', port: Number(port) })
