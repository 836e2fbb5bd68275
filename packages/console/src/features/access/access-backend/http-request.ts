import type { Section } from '#kit/form/field.ts'
import { accessBackend as m } from '../messages/access.ts'
import { poolSize } from './connection-fields.ts'

interface HttpRequest {
  readonly urlHelp: string
  /** The broker's default, which differs by what is asked. */
  readonly requestTimeout: string
}

export const httpRequest = ({ urlHelp, requestTimeout }: HttpRequest): Section => ({
  id: 'request',
  title: m.request,
  fields: [
    {
      kind: 'select',
      path: 'method',
      label: m.method,
      isRequired: true,
      options: [
        { value: 'post', label: 'POST' },
        { value: 'get', label: 'GET' },
      ],
      width: 4,
    },
    {
      kind: 'url',
      path: 'url',
      label: m.url,
      help: urlHelp,
      isRequired: true,
      isFixedHost: true,
      width: 8,
    },
    {
      kind: 'map',
      path: 'headers',
      label: m.headers,
      help: m.headersHelp,
      keyLabel: m.header,
      valueLabel: m.value,
      isOmittedEmpty: true,
    },
    { kind: 'json', path: 'body', label: m.body, help: m.bodyHelp, isOmittedEmpty: true },
    {
      kind: 'duration',
      path: 'connect_timeout',
      label: m.connectTimeout,
      default: '15s',
      isAdvanced: true,
    },
    {
      kind: 'duration',
      path: 'request_timeout',
      label: m.requestTimeout,
      default: requestTimeout,
      isAdvanced: true,
    },
    poolSize,
    {
      kind: 'number',
      path: 'enable_pipelining',
      label: m.pipelining,
      help: m.pipeliningHelp,
      min: 1,
      default: 100,
      isAdvanced: true,
    },
  ],
})
