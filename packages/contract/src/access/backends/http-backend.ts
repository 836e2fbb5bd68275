import { literal } from '../../description/choices.ts'
import { anyMap, duration, jsonObject, positiveInteger, text, url } from '../../description/scalars.ts'
import { field, mapOf, optional, required, struct, variants, withDefault } from '../../description/schema.ts'
import { tlsClientSettings } from '../../tls.ts'

const usualHeaders = {
  accept: 'application/json',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'keep-alive': 'timeout=30, max=1000',
}

/** Older fields of the connector, which are accepted and not used. */
const request = struct('connector_http:request', {
  method: field(text),
  path: field(text),
  body: field(text),
  headers: field(anyMap),
  max_retries: field(positiveInteger),
  request_timeout: field(duration),
})

const headers = mapOf('header', text, /^(?:proxy-)?authorization$/i)

/**
 * Returns the fields that all requests to access services share, by `method`. `requestTimeout` is the default
 * timeout.
 */
export function httpFields<const M extends 'get' | 'post'>(method: M, requestTimeout: string) {
  const usual = method === 'post' ? { ...usualHeaders, 'content-type': 'application/json' } : usualHeaders
  return {
    url: required(url),
    request_timeout: withDefault(duration, requestTimeout),
    body: field(jsonObject),
    connect_timeout: withDefault(duration, '15s'),
    pool_size: withDefault(positiveInteger, 8),
    enable_pipelining: withDefault(positiveInteger, 100),
    request: optional(request),
    ssl: withDefault(tlsClientSettings, { enable: false }),
    method: required(literal(method)),
    headers: withDefault(headers, usual),
  }
}

/** Describes the fields of a form; the default request timeout depends on the kind of request. */
export function httpBackend(requestTimeout: string) {
  // The usual headers depend on the method, so the form proposes no headers.
  const proposed = { headers: field(headers) }
  return variants('method', {
    post: struct('http:post', { ...httpFields('post', requestTimeout), ...proposed }),
    get: struct('http:get', { ...httpFields('get', requestTimeout), ...proposed }),
  })
}
