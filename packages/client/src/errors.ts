import type { DiscoveryRule } from './discovery/discovery-rules.ts'

/** Every error this package throws on purpose is a `SpindleError`; an abort keeps the reason of its signal. */

/** One problem of a request: where (RFC 6901 JSON Pointer or parameter name), what, and the fix if one is known. */
export interface FieldProblem {
  /** JSON Pointer (RFC 6901) into the body, or the name of a parameter. */
  readonly pointer: string
  /** What is wrong, for programs. */
  readonly code: string
  /** What is wrong, for people. */
  readonly detail: string
  /** What to write instead. */
  readonly fix?: string
}

/** What is known of a failure. */
export interface ErrorFacts {
  /** HTTP status. */
  readonly status?: number | undefined
  /** Permanent code, for programs. */
  readonly code: string
  /** `X-Request-Id` of the answer. */
  readonly requestId?: string | undefined
  /** Every problem of the request. */
  readonly errors?: readonly FieldProblem[] | undefined
  /** Seconds until another attempt makes sense. */
  readonly retryAfterSeconds?: number | undefined
  /** Headers of the answer. */
  readonly headers?: Headers | undefined
  /** Body of the answer. */
  readonly body?: unknown
  /** Its cause. */
  readonly cause?: unknown
}

/** Base of all errors. `code` is permanent and for programs; the message is for people and may improve. */
export class SpindleError extends Error {
  /** HTTP status; undefined when nothing was answered. */
  readonly status: number | undefined
  readonly code: string
  /** Quote it when you ask the operator of the hub. */
  readonly requestId: string | undefined
  /** Every problem found, not only the first. */
  readonly errors: readonly FieldProblem[]
  readonly retryAfterSeconds: number | undefined
  readonly headers: Headers | undefined
  /** The answer as it came: parsed JSON, or text. */
  readonly body: unknown

  constructor(message: string, facts: ErrorFacts) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = new.target.name
    this.status = facts.status
    this.code = facts.code
    this.requestId = facts.requestId
    this.errors = facts.errors ?? []
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.headers = facts.headers
    this.body = facts.body
  }
}

/** 400: the request is malformed. */
export class BadRequestError extends SpindleError {}
/** 401, or a call for which the client holds no credential (then without a status). */
export class AuthenticationError extends SpindleError {}
/** 403: the credential lacks a permission or scope. */
export class PermissionDeniedError extends SpindleError {}
/** 404 and 410: there is no such thing in this account. */
export class NotFoundError extends SpindleError {}
/** 409 and 412: the current state does not allow it. */
export class ConflictError extends SpindleError {}
/** 422: understood, but not valid; `errors` names each field and the fix. */
export class ValidationError extends SpindleError {}
/** 429: too many requests; `retryAfterSeconds` says when to try again. */
export class RateLimitError extends SpindleError {}
/** 500 and above: the hub could not. */
export class ServerError extends SpindleError {}
/** No answer came: no network, no hub, or the connection was lost. */
export class ConnectionError extends SpindleError {}
/** No answer came in time. */
export class TimeoutError extends ConnectionError {}

/** Where a request by way of a proxy ended. */
export interface ProxyErrorFacts extends ErrorFacts {
  /** Address of the proxy, without a password. */
  readonly proxy: string
  /** What the proxy answered; undefined if it closed the connection, or was not reached. */
  readonly proxyStatus?: number | undefined
}

/** A proxy on the way refused the request, or was not reached. The hub did not see it. */
export class ProxyError extends ConnectionError {
  /** Address of the proxy, without a password. */
  readonly proxy: string
  /** What the proxy answered; undefined if it closed the connection, or was not reached. */
  readonly proxyStatus: number | undefined

  constructor(message: string, facts: ProxyErrorFacts) {
    super(message, facts)
    this.proxy = facts.proxy
    this.proxyStatus = facts.proxyStatus
  }
}

/** What an upload that ended early was. */
export interface UploadErrorFacts extends ErrorFacts {
  /** Id of the upload, when there is one already. */
  readonly uploadId?: string | undefined
  /** Bytes the hub is known to hold. */
  readonly offset: number
  /** Whether the same call continues at `offset`. */
  readonly isResumable: boolean
}

/** An upload ended early. When `isResumable`, the same call continues at `offset`. */
export class UploadError extends SpindleError {
  readonly uploadId: string | undefined
  /** Bytes the hub is known to hold. */
  readonly offset: number
  readonly isResumable: boolean

  constructor(message: string, facts: UploadErrorFacts) {
    super(message, facts)
    this.uploadId = facts.uploadId
    this.offset = facts.offset
    this.isResumable = facts.isResumable
  }
}

/** What was waited for cannot come any more, or did not come in time. `last` is the newest state that was read. */
export class WaitError<Resource = unknown> extends SpindleError {
  readonly last: Resource

  constructor(message: string, facts: ErrorFacts & { readonly last: Resource }) {
    super(message, facts)
    this.last = facts.last
  }
}

/** The steps of discovery, in their order. */
export type DiscoveryStep = 'challenge' | 'protected_resource' | 'authorization_server'

/** Where and why discovery stopped. */
export interface DiscoveryErrorFacts extends ErrorFacts {
  /** Where discovery stopped. */
  readonly step: DiscoveryStep
  /** The requested address. */
  readonly url: string
  /** What was found in place of what should be. */
  readonly detail: string
  /** The rule that was broken, if it was one. */
  readonly rule?: DiscoveryRule | undefined
}

/** Discovery stopped at a step: which one, at which address, and which rule was broken. */
export class DiscoveryError extends SpindleError {
  readonly step: DiscoveryStep
  readonly url: string
  /** What was found in place of what should be; the message without step and address. */
  readonly detail: string
  /** Undefined if no rule was broken, for instance without a response. */
  readonly rule: DiscoveryRule | undefined

  constructor(message: string, facts: DiscoveryErrorFacts) {
    super(message, facts)
    this.step = facts.step
    this.url = facts.url
    this.detail = facts.detail
    this.rule = facts.rule
  }
}
