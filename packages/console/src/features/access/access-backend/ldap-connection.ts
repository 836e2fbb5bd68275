import type { Field, Section } from '#kit/form/field.ts'
import { accessBackend as m } from '../messages/access.ts'
import { passwordField, poolSize, serverField, usernameField } from './connection-fields.ts'

export const ldapConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: [
    { ...serverField(389), width: 12 },
    { ...usernameField, label: m.bindUser, help: m.bindUserHelp, isRequired: true },
    { ...passwordField, label: m.bindPassword },
    poolSize,
    { kind: 'duration', path: 'query_timeout', label: m.queryTimeout, default: '5s', isAdvanced: true },
    { kind: 'duration', path: 'request_timeout', label: m.requestTimeout, default: '10s', isAdvanced: true },
  ],
}

/** Which entry is looked for; where it stands is the caller's to explain. */
export const ldapSearch = (help: string): readonly Field[] => [
  {
    kind: 'text',
    path: 'base_dn',
    label: m.baseDn,
    help,
    isRequired: true,
    isCode: true,
    width: 12,
  },
  {
    kind: 'text',
    path: 'filter',
    label: m.filter,
    isCode: true,
    default: '(objectClass=mqttUser)',
    width: 12,
  },
]
