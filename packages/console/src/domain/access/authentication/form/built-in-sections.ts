import { authenticatorForm as m } from '#domain/access/authentication/messages.ts'
import type { Condition, Field, Section } from '#kit/form/field.ts'

const path = (name: string) => `password_hash_algorithm.${name}`
const onlyFor = (...is: readonly string[]): readonly Condition[] => [{ path: path('name'), is }]

const names = [
  { value: 'plain', label: 'plain' },
  { value: 'md5', label: 'MD5' },
  { value: 'sha', label: 'SHA-1' },
  { value: 'sha256', label: 'SHA-256' },
  { value: 'sha512', label: 'SHA-512' },
  { value: 'bcrypt', label: 'bcrypt' },
  { value: 'pbkdf2', label: 'PBKDF2' },
]

/** EMQX has no upper limit; with more iterations, every login takes seconds. */
const MOST_ITERATIONS = 10_000_000

const macFunctions = ['md4', 'md5', 'ripemd160', 'sha', 'sha224', 'sha256', 'sha384', 'sha512']

const rounds: Field = {
  kind: 'number',
  path: path('salt_rounds'),
  label: m.rounds,
  help: m.roundsHelp,
  isRequired: true,
  min: 5,
  max: 10,
  default: 10,
  when: onlyFor('bcrypt'),
}

/** The condition for a separate salt: bcrypt includes the salt in the hash, and a plain-text password has none. */
export const hasOwnSalt: readonly Condition[] = [
  ...onlyFor('md5', 'sha', 'sha256', 'sha512', 'pbkdf2'),
  { path: path('salt_position'), is: ['prefix', 'suffix'] },
]

/**
 * Returns the section for password hashing. The number of rounds is needed only if the broker itself creates the
 * hashes.
 */
export const hashSection = (isOwn: boolean): Section => ({
  id: 'hash',
  title: m.passwordHash,
  fields: [
    {
      kind: 'select',
      path: path('name'),
      label: m.hash,
      help: isOwn ? m.ownHashHelp : m.hashHelp,
      options: names,
      default: 'sha256',
    },
    {
      kind: 'select',
      path: path('salt_position'),
      label: m.saltPosition,
      options: [
        { value: 'disable', label: m.saltOff },
        { value: 'prefix', label: m.saltBefore },
        { value: 'suffix', label: m.saltAfter },
      ],
      default: 'prefix',
      when: onlyFor('md5', 'sha', 'sha256', 'sha512'),
    },
    ...(isOwn ? [rounds] : []),
    {
      kind: 'select',
      path: path('mac_fun'),
      label: m.macFunction,
      isRequired: true,
      options: macFunctions.map((value) => ({ value, label: value })),
      when: onlyFor('pbkdf2'),
    },
    {
      kind: 'number',
      path: path('iterations'),
      label: m.iterations,
      isRequired: true,
      min: 1,
      max: MOST_ITERATIONS,
      when: onlyFor('pbkdf2'),
    },
    {
      kind: 'number',
      path: path('dk_length'),
      label: m.keyLength,
      help: m.keyLengthHelp,
      min: 1,
      isOmittedEmpty: true,
      when: onlyFor('pbkdf2'),
    },
  ],
})

export const builtInSections: readonly Section[] = [
  {
    id: 'account',
    title: m.account,
    fields: [
      {
        kind: 'select',
        path: 'user_id_type',
        label: m.userIdType,
        isRequired: true,
        options: [
          { value: 'username', label: m.username },
          { value: 'clientid', label: m.clientId },
        ],
        default: 'username',
        width: 12,
      },
      {
        kind: 'text',
        path: 'bootstrap_file',
        label: m.bootstrapFile,
        help: m.bootstrapFileHelp,
        isCode: true,
        isOmittedEmpty: true,
        default: `\${EMQX_ETC_DIR}/auth-built-in-db-bootstrap.csv`,
        isAdvanced: true,
        width: 8,
      },
      {
        kind: 'select',
        path: 'bootstrap_type',
        label: m.bootstrapType,
        options: [
          { value: 'plain', label: m.plainPasswords },
          { value: 'hash', label: m.hashedPasswords },
        ],
        default: 'plain',
        isAdvanced: true,
        width: 4,
      },
    ],
  },
  hashSection(true),
]

/** The fields on which both sides of SCRAM have to agree (RFC 5802). */
const scramFields: readonly Field[] = [
  {
    kind: 'select',
    path: 'algorithm',
    label: m.algorithm,
    options: [
      { value: 'sha256', label: 'SCRAM-SHA-256' },
      { value: 'sha512', label: 'SCRAM-SHA-512' },
    ],
    default: 'sha256',
  },
  {
    kind: 'number',
    path: 'iteration_count',
    label: m.iterationCount,
    help: m.iterationCountHelp,
    min: 0,
    max: MOST_ITERATIONS,
    default: 4096,
  },
]

export const scramSections: readonly Section[] = [{ id: 'scram', title: m.scram, fields: scramFields }]
