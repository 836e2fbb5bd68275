import type { Section } from '#kit/form/field.ts'
import { sso as m } from '../messages/accounts.ts'
import { enableField, tlsSection } from './connection-fields.ts'

export const ldapSections: readonly Section[] = [
  { id: 'general', title: m.general, fields: [enableField] },
  {
    id: 'directory',
    title: m.directory,
    fields: [
      { kind: 'host-port', path: 'server', label: m.server, isRequired: true, defaultPort: 389 },
      { kind: 'text', path: 'base_dn', label: m.baseDn, help: m.baseDnHelp, isRequired: true, isCode: true },
      {
        kind: 'text',
        path: 'username',
        label: m.bindUser,
        help: m.bindUserHelp,
        isRequired: true,
        isCode: true,
      },
      { kind: 'secret', path: 'password', label: m.bindPassword, isOmittedEmpty: true },
      {
        kind: 'text',
        path: 'filter',
        label: m.filter,
        help: m.filterHelp,
        width: 12,
        isCode: true,
        default: `(& (objectClass=person) (uid=\${username}))`,
      },
      {
        kind: 'number',
        path: 'pool_size',
        label: m.poolSize,
        min: 1,
        default: 8,
        isAdvanced: true,
        width: 4,
      },
      {
        kind: 'duration',
        path: 'query_timeout',
        label: m.queryTimeout,
        default: '5s',
        isAdvanced: true,
        width: 4,
      },
      {
        kind: 'duration',
        path: 'request_timeout',
        label: m.requestTimeout,
        default: '10s',
        isAdvanced: true,
        width: 4,
      },
    ],
  },
  tlsSection,
]
