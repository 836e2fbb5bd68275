import { httpFields } from '@brokerdeck/contract/access/backends/http-backend.ts'
import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { boolean } from '@brokerdeck/contract/description/scalars.ts'
import { required, struct, withDefault } from '@brokerdeck/contract/description/schema.ts'
import { scramFields } from './built-in-schemas.ts'

const passwordBy = (method: 'get' | 'post') =>
  struct(`authn:http_${method}`, {
    ...httpFields(method, '5s'),
    mechanism: required(oneOf('password_based')),
    backend: required(oneOf('http')),
    enable: withDefault(boolean, true),
  })

const scramBy = (method: 'get' | 'post') =>
  struct(`authn:scram_restapi_${method}`, {
    ...httpFields(method, '5s'),
    mechanism: required(oneOf('scram')),
    backend: required(oneOf('http')),
    ...scramFields,
    enable: withDefault(boolean, true),
  })

export const httpSchemas = { get: passwordBy('get'), post: passwordBy('post') } as const
export const scramHttpSchemas = { get: scramBy('get'), post: scramBy('post') } as const
