import type { Operation } from '@spindle/contract'
import type { Http } from '../context.ts'
import { contentEtag } from './etag.ts'
import {
  type BodyResponse,
  type FileResponse,
  type PageResponse,
  RawJson,
  type RenderedResponse,
  type StreamResponse,
  type TextContent,
} from './handler-response.ts'

/** What handlers answer, made ready to be sent. */

const jsonType = 'application/json; charset=utf-8'

export function renderBody(operation: Operation, answer: BodyResponse<unknown>): RenderedResponse {
  const { body, status, etag, location, text, headers, setCookies, extraRequests } = answer
  const content = text?.content ?? (body === undefined ? undefined : jsonOf(body))
  return {
    status: status ?? successStatus(operation),
    headers: {
      ...(content === undefined ? {} : contentHeaders(text)),
      ...(etag === undefined ? {} : { etag }),
      ...(location === undefined ? {} : { location }),
      ...headers,
    },
    ...(setCookies && { setCookies }),
    ...(extraRequests !== undefined && { extraRequests }),
    body: content,
  }
}

export function renderFile(operation: Operation, { file, etag, headers }: FileResponse): RenderedResponse {
  return {
    status: successStatus(operation),
    headers: { 'content-type': file.mediaType, etag, ...headers },
    body: undefined,
    file,
  }
}

export const renderStream = ({ stream }: StreamResponse): RenderedResponse => ({
  status: 200,
  headers: contentHeaders(stream),
  body: undefined,
  stream: stream.pieces,
})

/** The list a page belongs to. */
export interface PageContext {
  readonly http: Http
  readonly url: string
  /** What its cursors are bound to. */
  readonly scope: string
  readonly limit: number
}

export function renderPage(
  context: PageContext,
  { page, text, headers, isTagged }: PageResponse<unknown>,
): RenderedResponse {
  const { data, next, total, extraMembers, extraRequests } = page
  const nextCursor = next === null ? null : context.http.cursors.encode(context.scope, next)
  const hasMore = page.hasMore ?? nextCursor !== null
  const position = {
    limit: context.limit,
    nextCursor,
    hasMore,
    ...(total === undefined ? {} : { total }),
  }
  const others = extraMembers === undefined ? '' : `${JSON.stringify(extraMembers).slice(1, -1)},`
  const body = text?.content ?? `{${others}"data":${jsonOf(data)},"page":${JSON.stringify(position)}}`
  return {
    status: 200,
    headers: {
      ...contentHeaders(text),
      ...(nextCursor === null || !hasMore ? {} : { link: nextLink(context, nextCursor) }),
      ...(isTagged ? { etag: contentEtag(body) } : {}),
      ...headers,
    },
    ...(extraRequests !== undefined && { extraRequests }),
    body,
  }
}

const jsonOf = (value: unknown): string => (value instanceof RawJson ? value.text : JSON.stringify(value))

const contentHeaders = (text: Omit<TextContent, 'content'> | undefined): Record<string, string> => ({
  'content-type': text ? `${text.mediaType}; charset=utf-8` : jsonType,
  ...(text?.filename === undefined ? {} : { 'content-disposition': `attachment; filename="${text.filename}"` }),
})

function nextLink({ http, url: requested }: PageContext, cursor: string): string {
  const url = new URL(requested, http.config.publicUrl)
  url.searchParams.set('cursor', cursor)
  return `<${http.config.publicUrl}${url.pathname}${url.search}>; rel="next"`
}

function successStatus(operation: Operation): number {
  const status = Object.keys(operation.responses)
    .map(Number)
    .find((candidate) => candidate < 300)
  if (status === undefined) throw new Error(`${operation.id} declares no success answer`)
  return status
}
