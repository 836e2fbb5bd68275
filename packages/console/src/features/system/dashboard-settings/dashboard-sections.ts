import type { DashboardConfig } from '@brokerdeck/contract/settings/broker-config.ts'
import { tlsVersions } from '@brokerdeck/contract/tls.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { m } from './messages.ts'

export const accessSections: readonly Section[] = [
  {
    id: 'session',
    title: m.session,
    fields: [
      {
        kind: 'duration',
        path: 'token_expired_time',
        label: m.tokenLife,
        help: m.tokenLifeHelp,
        units: ['s', 'm', 'h', 'd'],
        default: '60m',
      },
    ],
  },
  {
    id: 'api',
    title: m.api,
    fields: [
      {
        kind: 'toggle',
        path: 'cors',
        label: m.cors,
        help: m.corsHelp,
        note: m.corsNote,
        default: false,
        width: 12,
      },
      {
        kind: 'toggle',
        path: 'swagger_support',
        label: m.swagger,
        note: m.swaggerNote,
        default: true,
        width: 12,
      },
    ],
  },
]

const listenerFields = (at: string, port: number): readonly Field[] => [
  {
    kind: 'one-of',
    path: `${at}.bind`,
    label: m.bind,
    help: m.bindHelp,
    word: 0,
    wordLabel: m.off,
    inner: {
      kind: 'host-port',
      path: `${at}.bind`,
      label: m.bind,
      isBind: true,
      isRequired: true,
      defaultPort: port,
    },
  },
  {
    kind: 'number',
    path: `${at}.max_connections`,
    label: m.maxConnections,
    unit: m.connections,
    min: 1,
    default: 512,
  },
  {
    kind: 'toggle',
    path: `${at}.proxy_header`,
    label: m.proxyHeader,
    note: m.proxyHeaderNote,
    default: false,
    isAdvanced: true,
    width: 12,
  },
  {
    kind: 'toggle',
    path: `${at}.inet6`,
    label: m.inet6,
    note: m.inet6Note,
    default: false,
    isAdvanced: true,
  },
  {
    kind: 'toggle',
    path: `${at}.ipv6_v6only`,
    label: m.v6only,
    note: m.v6onlyNote,
    default: false,
    isAdvanced: true,
  },
  { kind: 'number', path: `${at}.num_acceptors`, label: m.acceptors, min: 1, default: 2, isAdvanced: true },
  {
    kind: 'number',
    path: `${at}.backlog`,
    label: m.backlog,
    help: m.backlogHelp,
    min: 1,
    default: 1024,
    isAdvanced: true,
  },
  { kind: 'duration', path: `${at}.send_timeout`, label: m.sendTimeout, default: '10s', isAdvanced: true },
]

/** A broker that never had such a listener names none. */
export const httpSections = ({ listeners }: DashboardConfig): readonly Section[] =>
  listeners.http === undefined
    ? []
    : [
        {
          id: 'http',
          title: m.httpListener,
          note: m.httpNote,
          fields: listenerFields('listeners.http', 18083),
        },
      ]

const tls = (name: string) => `listeners.https.ssl_options.${name}`
const verifies = { path: tls('verify'), is: ['verify_peer'] } as const

const tlsFields: readonly Field[] = [
  {
    kind: 'certificate',
    path: tls('certfile'),
    of: 'certificate',
    label: m.certificate,
    help: m.certificateHelp,
    isRequired: true,
    width: 12,
  },
  {
    kind: 'certificate',
    path: tls('keyfile'),
    of: 'key',
    certificatePath: tls('certfile'),
    label: m.key,
    isRequired: true,
    width: 12,
  },
  { kind: 'secret', path: tls('password'), label: m.password, isOmittedEmpty: true },
  {
    kind: 'select',
    path: tls('verify'),
    label: m.verify,
    options: [
      { value: 'verify_none', label: m.verifyNone },
      { value: 'verify_peer', label: m.verifyPeer },
    ],
    default: 'verify_none',
  },
  {
    kind: 'toggle',
    path: tls('fail_if_no_peer_cert'),
    label: m.requireCert,
    note: m.requireCertNote,
    default: false,
    when: [verifies],
  },
  {
    kind: 'certificate',
    path: tls('cacertfile'),
    of: 'ca',
    label: m.ca,
    help: m.caHelp,
    isOmittedEmpty: true,
    width: 12,
    when: [verifies],
  },
  {
    kind: 'multi-select',
    path: tls('versions'),
    label: m.versions,
    options: tlsVersions.map((value) => ({
      value,
      label: `TLS ${value === 'tlsv1' ? '1.0' : value.replace('tlsv', '')}`,
    })),
    default: ['tlsv1.3', 'tlsv1.2'],
    isAdvanced: true,
  },
]

export const httpsSections = ({ listeners }: DashboardConfig): readonly Section[] =>
  listeners.https === undefined
    ? []
    : [
        { id: 'https', title: m.httpsListener, fields: listenerFields('listeners.https', 18084) },
        ...(listeners.https['ssl_options'] === undefined
          ? []
          : [{ id: 'tls', title: m.tls, fields: tlsFields }]),
      ]
