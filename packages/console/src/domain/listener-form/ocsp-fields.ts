import type { Field } from '#kit/form/field.ts'
import { onlyFor } from './listener-kinds.ts'
import { listenerForm as m } from './messages.ts'

const ocsp = (name: string) => `ssl_options.ocsp.${name}`
const ofSsl = onlyFor('ssl')
const isStapled = [...ofSsl, { path: ocsp('enable_ocsp_stapling'), is: [true] }]

/** What speaks about revoked certificates; only TLS listeners without WebSocket have it. */
export const ocspFields: readonly Field[] = [
  {
    kind: 'toggle',
    path: 'ssl_options.enable_crl_check',
    label: m.crl,
    note: m.crlNote,
    default: false,
    isAdvanced: true,
    when: ofSsl,
  },
  {
    kind: 'toggle',
    path: ocsp('enable_ocsp_stapling'),
    label: m.ocsp,
    note: m.ocspNote,
    default: false,
    isAdvanced: true,
    when: ofSsl,
  },
  {
    kind: 'url',
    path: ocsp('responder_url'),
    label: m.responderUrl,
    isRequired: true,
    width: 12,
    isAdvanced: true,
    when: isStapled,
  },
  {
    kind: 'certificate',
    path: ocsp('issuer_pem'),
    of: 'ca',
    label: m.issuer,
    isRequired: true,
    width: 12,
    isAdvanced: true,
    when: isStapled,
  },
  {
    kind: 'duration',
    path: ocsp('refresh_interval'),
    label: m.refreshInterval,
    default: '5m',
    isAdvanced: true,
    when: isStapled,
  },
  {
    kind: 'duration',
    path: ocsp('refresh_http_timeout'),
    label: m.refreshTimeout,
    default: '15s',
    isAdvanced: true,
    when: isStapled,
  },
]
