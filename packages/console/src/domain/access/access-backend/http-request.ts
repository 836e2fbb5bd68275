import { httpBackend } from '@brokerdeck/contract/access/backends/http-backend.ts'
import { toFields } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { poolSize } from './connection-fields.ts'
import { accessBackend as m } from './messages.ts'

interface HttpRequest {
  readonly urlHelp: string
  /** The broker's default, which depends on the request. */
  readonly requestTimeout: string
}

export const httpRequest = ({ urlHelp, requestTimeout }: HttpRequest): Section => ({
  id: 'request',
  title: m.request,
  fields: toFields(httpBackend(requestTimeout), [
    { path: 'method', label: m.method, options: { post: 'POST', get: 'GET' }, width: 4 },
    { path: 'url', label: m.url, help: urlHelp, isFixedHost: true, width: 8 },
    {
      path: 'headers',
      label: m.headers,
      help: m.headersHelp,
      keyLabel: m.header,
      valueLabel: m.value,
      isOmittedEmpty: true,
    },
    { path: 'body', label: m.body, help: m.bodyHelp, isOmittedEmpty: true },
    { path: 'connect_timeout', label: m.connectTimeout, isAdvanced: true },
    { path: 'request_timeout', label: m.requestTimeout, isAdvanced: true },
    poolSize,
    {
      path: 'enable_pipelining',
      label: m.pipelining,
      help: m.pipeliningHelp,
      isAdvanced: true,
    },
  ]),
})
