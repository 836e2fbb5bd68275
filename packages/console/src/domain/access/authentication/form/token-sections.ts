import { jwtKeys, jwtToken } from '@brokerdeck/contract/access/backends/jwt-keys.ts'
import { httpsNote, poolSize } from '#domain/access/access-backend/connection-fields.ts'
import { authenticatorForm as m } from '#domain/access/authentication/messages.ts'
import { formatList } from '#i18n/sentences.ts'
import { toFields, toSections } from '#kit/form/described-form.ts'
import type { Section } from '#kit/form/field.ts'
import { tlsClientForm } from '#kit/form/tls/tls-client-form.ts'

/** The placeholders that the broker replaces with values from the CONNECT packet and its connection. */
export const placeholders = formatList(
  [
    'username',
    'clientid',
    'password',
    'peerhost',
    'cert_subject',
    'cert_common_name',
    'client_attrs.NAME',
  ].map((name) => `\${${name}}`),
)

const fromServer = [{ path: 'use_jwks', is: [true] }] as const
const bySecret = [
  { path: 'use_jwks', is: [false] },
  { path: 'algorithm', is: ['hmac-based'] },
] as const
const byPublicKey = [
  { path: 'use_jwks', is: [false] },
  { path: 'algorithm', is: ['public-key'] },
] as const

const chosen = toFields(jwtToken, [
  {
    path: 'from',
    label: m.from,
    options: { password: m.fromPassword, username: m.fromUsername },
  },
  { path: 'use_jwks', label: m.keys, options: { false: m.keysHere, true: m.keysServer } },
  {
    path: 'algorithm',
    label: m.algorithm,
    options: { 'hmac-based': m.hmac, 'public-key': m.publicKey },
    when: [{ path: 'use_jwks', is: [false] }],
  },
])

const given = [
  ...toFields(jwtKeys.hmac, [
    { path: 'secret', label: m.secret, when: bySecret },
    {
      path: 'secret_base64_encoded',
      label: m.secretBase64,
      note: m.secretBase64Note,
      when: bySecret,
    },
  ]),
  ...toFields(jwtKeys.publicKey, [
    {
      path: 'public_key',
      label: m.publicKeyPem,
      help: m.publicKeyHelp,
      isCode: true,
      rows: 8,
      width: 12,
      when: byPublicKey,
    },
  ]),
]

const fetched = toFields(jwtKeys.jwks, [
  { path: 'endpoint', label: m.endpoint, help: m.endpointHelp, width: 8, when: fromServer },
  {
    path: 'refresh_interval',
    label: m.refresh,
    unit: m.seconds,
    width: 4,
    when: fromServer,
  },
  {
    path: 'headers',
    label: m.headers,
    keyLabel: m.header,
    valueLabel: m.value,
    when: fromServer,
  },
  { ...poolSize, when: fromServer },
])

const claims = toSections(jwtToken, [
  {
    id: 'claims',
    title: m.claims,
    note: m.claimsNote,
    fields: [
      {
        path: 'verify_claims',
        label: m.verifyClaims,
        help: m.verifyClaimsHelp(placeholders),
        keyLabel: m.claim,
        valueLabel: m.expected,
      },
      { path: 'disconnect_after_expire', label: m.expire, note: m.expireNote },
      { path: 'acl_claim_name', label: m.aclClaim, help: m.aclClaimHelp, isCode: true },
    ],
  },
])

export const tokenSections: readonly Section[] = [
  { id: 'token', title: m.token, fields: [...chosen, ...given, ...fetched] },
  ...claims,
  { ...tlsClientForm('ssl', httpsNote), when: fromServer },
]
