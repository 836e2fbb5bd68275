import type { Field, Section } from '#kit/form/field.ts'
import { authenticatorForm as m } from '../messages.ts'
import { hashSection, MOST_ITERATIONS } from './hash-form.ts'

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

/** What both sides of SCRAM have to agree on (RFC 5802). */
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
