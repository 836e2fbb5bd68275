import { literal } from '@brokerdeck/contract/description/choices.ts'
import { positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { anyMap, duration, text } from '@brokerdeck/contract/description/scalars.ts'
import type { Field } from '@brokerdeck/contract/description/schema.ts'
import { field, mapOf, required, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { tlsClientSettings } from '@brokerdeck/contract/tls.ts'

type Fields = Readonly<Record<string, Field>>

const usualHeaders = {
  accept: 'application/json',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'keep-alive': 'timeout=30, max=1000',
}

/** Older parts of the connector, understood and not used. */
const request = struct('connector_http:request', {
  method: field(text),
  path: field(text),
  body: field(text),
  headers: field(anyMap),
  max_retries: field(positiveInteger),
  request_timeout: field(duration),
})

const headers = mapOf('header', text, /^(?:proxy-)?authorization$/i)

/** By `method`. What requests to access services have in common; `requestTimeout` is how long they may take unless given. */
export function httpFields(method: 'get' | 'post', requestTimeout: string): Fields {
  const usual = method === 'post' ? { ...usualHeaders, 'content-type': 'application/json' } : usualHeaders
  return {
    url: required(text),
    request_timeout: withDefault(duration, requestTimeout),
    body: field(anyMap),
    connect_timeout: withDefault(duration, '15s'),
    pool_size: withDefault(positiveInteger, 8),
    enable_pipelining: withDefault(positiveInteger, 100),
    request: { ...field(request), isOptional: true },
    ssl: withDefault(tlsClientSettings, { enable: false }),
    method: required(literal(method)),
    headers: withDefault(headers, usual),
  }
}
