import { tlsLogLevels, tlsVersions } from '@brokerdeck/contract/tls.ts'
import type { Condition, Field, Section } from '#kit/form/field.ts'
import { onlyFor } from './listener-kinds.ts'
import { listenerForm as m } from './messages.ts'
import { seldomToggles } from './seldom-toggles.ts'

const ofTls = onlyFor('ssl', 'wss', 'quic')

const ofTcpTls = onlyFor('ssl', 'wss')

const ocsp = (name: string) => `ssl_options.ocsp.${name}`
const ofSsl = onlyFor('ssl')
const isStapled = [...ofSsl, { path: ocsp('enable_ocsp_stapling'), is: [true] }]

/** The settings for revoked certificates; only TLS listeners without WebSocket have them. */
const ocspFields: readonly Field[] = [
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

const path = (name: string) => `ssl_options.${name}`

const versionLabel = (version: string) => `TLS ${version === 'tlsv1' ? '1.0' : version.replace('tlsv', '')}`

const toggle = seldomToggles('ssl_options', ofTcpTls)

const seldom: readonly Field[] = [
  {
    kind: 'multi-select',
    path: path('versions'),
    label: m.versions,
    options: tlsVersions.map((value) => ({ value, label: versionLabel(value) })),
    default: ['tlsv1.3', 'tlsv1.2'],
    isAdvanced: true,
    when: ofTcpTls,
  },
  {
    kind: 'list',
    path: path('ciphers'),
    label: m.ciphers,
    help: m.ciphersHelp,
    itemLabel: m.cipher,
    of: 'text',
    default: [],
    width: 12,
    isAdvanced: true,
    when: ofTcpTls,
  },
  {
    kind: 'number',
    path: path('depth'),
    label: m.depth,
    help: m.depthHelp,
    min: 0,
    default: 10,
    isAdvanced: true,
    when: ofTcpTls,
  },
  {
    kind: 'duration',
    path: path('handshake_timeout'),
    label: m.handshakeTimeout,
    default: '15s',
    isAdvanced: true,
    when: ofTcpTls,
  },
  {
    kind: 'duration',
    path: path('hibernate_after'),
    label: m.hibernateAfter,
    help: m.hibernateHelp,
    default: '5s',
    isAdvanced: true,
  },
  {
    kind: 'select',
    path: path('log_level'),
    label: m.tlsLogLevel,
    options: tlsLogLevels.map((value) => ({ value, label: value })),
    default: 'notice',
    isAdvanced: true,
    when: ofTcpTls,
  },
  toggle('honor_cipher_order', m.honorOrder, m.honorOrderNote, true),
  toggle('reuse_sessions', m.reuseSessions, m.reuseSessionsNote, true),
  toggle('secure_renegotiate', m.secureRenegotiate, m.secureRenegotiateNote, true),
  toggle('client_renegotiation', m.clientRenegotiation, m.clientRenegotiationNote, true),
  {
    ...toggle('gc_after_handshake', m.gcAfterHandshake, m.gcAfterHandshakeNote, false),
    when: onlyFor('ssl'),
  },
  {
    kind: 'text',
    path: path('dhfile'),
    label: m.dhFile,
    help: m.dhFileHelp,
    isCode: true,
    isOmittedEmpty: true,
    isAdvanced: true,
    when: ofTcpTls,
  },
]

/**
 * Returns the fields for certificate and key, and for verifying the peer; `requires`: the conditions under which a
 * certificate of the peer can be required.
 */
export function certificateFields(group: string, requires: readonly Condition[]): readonly Field[] {
  const at = (name: string) => `${group}.${name}`
  const verifies = { path: at('verify'), is: ['verify_peer'] } as const
  return [
    {
      kind: 'certificate',
      path: at('certfile'),
      of: 'certificate',
      label: m.certificate,
      help: m.certificateHelp,
      isRequired: true,
      width: 12,
    },
    {
      kind: 'certificate',
      path: at('keyfile'),
      of: 'key',
      certificatePath: at('certfile'),
      label: m.key,
      isRequired: true,
      width: 12,
    },
    {
      kind: 'secret',
      path: at('password'),
      label: m.password,
      help: m.passwordHelp,
      isOmittedEmpty: true,
      autoComplete: 'off',
    },
    {
      kind: 'select',
      path: at('verify'),
      label: m.verify,
      options: [
        { value: 'verify_none', label: m.verifyNone },
        { value: 'verify_peer', label: m.verifyPeer },
      ],
      default: 'verify_none',
    },
    {
      kind: 'toggle',
      path: at('fail_if_no_peer_cert'),
      label: m.requireCert,
      note: m.requireCertNote,
      default: false,
      when: [...requires, verifies],
    },
    {
      kind: 'certificate',
      path: at('cacertfile'),
      of: 'ca',
      label: m.ca,
      help: m.caHelp,
      isOmittedEmpty: true,
      width: 12,
      when: [verifies],
    },
  ]
}

export const tlsSections: readonly Section[] = [
  {
    id: 'tls',
    title: m.tls,
    when: ofTls,
    fields: [...certificateFields('ssl_options', ofTcpTls), ...seldom, ...ocspFields],
  },
]
