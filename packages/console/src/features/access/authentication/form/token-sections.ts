import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import { poolSize } from '#features/access/access-backend/connection-fields.ts'
import { httpsNote } from '#features/access/access-backend/https-note.ts'
import type { Condition, Field, Section } from '#kit/form/field.ts'
import { authenticatorForm as m } from '../../messages/authentication.ts'
import { placeholders } from './placeholders.ts'

const fromServer: readonly Condition[] = [{ path: 'use_jwks', is: [true] }]
const givenHere: readonly Condition[] = [{ path: 'use_jwks', is: [false] }]
const byAlgorithm = (algorithm: string): readonly Condition[] => [
  ...givenHere,
  { path: 'algorithm', is: [algorithm] },
]

const keys: readonly Field[] = [
  {
    kind: 'select',
    path: 'use_jwks',
    label: m.keys,
    options: [
      { value: false, label: m.keysHere },
      { value: true, label: m.keysServer },
    ],
    default: false,
  },
  {
    kind: 'select',
    path: 'algorithm',
    label: m.algorithm,
    isRequired: true,
    options: [
      { value: 'hmac-based', label: m.hmac },
      { value: 'public-key', label: m.publicKey },
    ],
    when: givenHere,
  },
  { kind: 'secret', path: 'secret', label: m.secret, isRequired: true, when: byAlgorithm('hmac-based') },
  {
    kind: 'toggle',
    path: 'secret_base64_encoded',
    label: m.secretBase64,
    note: m.secretBase64Note,
    default: false,
    when: byAlgorithm('hmac-based'),
  },
  {
    kind: 'lines',
    path: 'public_key',
    label: m.publicKeyPem,
    isRequired: true,
    isCode: true,
    rows: 8,
    width: 12,
    when: byAlgorithm('public-key'),
  },
  { kind: 'url', path: 'endpoint', label: m.endpoint, isRequired: true, width: 8, when: fromServer },
  {
    kind: 'number',
    path: 'refresh_interval',
    label: m.refresh,
    unit: m.seconds,
    min: 1,
    default: 300,
    width: 4,
    when: fromServer,
  },
  {
    kind: 'map',
    path: 'headers',
    label: m.headers,
    keyLabel: m.header,
    valueLabel: m.value,
    default: { Accept: 'application/json' },
    when: fromServer,
  },
  { ...poolSize, when: fromServer },
]

export const tokenSections: readonly Section[] = [
  {
    id: 'token',
    title: m.token,
    fields: [
      {
        kind: 'select',
        path: 'from',
        label: m.from,
        options: [
          { value: 'password', label: m.fromPassword },
          { value: 'username', label: m.fromUsername },
        ],
        default: 'password',
      },
      ...keys,
    ],
  },
  {
    id: 'claims',
    title: m.claims,
    fields: [
      {
        kind: 'map',
        path: 'verify_claims',
        label: m.verifyClaims,
        help: m.verifyClaimsHelp(placeholders),
        keyLabel: m.claim,
        valueLabel: m.expected,
        default: {},
      },
      {
        kind: 'toggle',
        path: 'disconnect_after_expire',
        label: m.expire,
        note: m.expireNote,
        default: true,
      },
      {
        kind: 'text',
        path: 'acl_claim_name',
        label: m.aclClaim,
        help: m.aclClaimHelp,
        isCode: true,
        default: 'acl',
      },
    ],
  },
  { ...tlsClientForm('ssl', httpsNote), when: fromServer },
]
