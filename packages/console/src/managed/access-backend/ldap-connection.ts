import { ldapBackend } from '@brokerdeck/contract/access/backends/ldap-backend.ts'
import { describedFields } from '#kit/form/described-form.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { passwordField, poolSize, serverField, usernameField } from './connection-fields.ts'
import { accessBackend as m } from './messages.ts'

export const ldapConnection: Section = {
  id: 'connection',
  title: m.connection,
  fields: describedFields(ldapBackend, [
    { ...serverField, width: 12 },
    { ...usernameField, label: m.bindUser, help: m.bindUserHelp },
    { ...passwordField, label: m.bindPassword },
    poolSize,
    { path: 'query_timeout', label: m.queryTimeout, isAdvanced: true },
    { path: 'request_timeout', label: m.requestTimeout, isAdvanced: true },
  ]),
}

/** Which entry is looked for; where it stands is the caller's to explain. */
export const ldapSearch = (help: string): readonly Field[] =>
  describedFields(ldapBackend, [
    { path: 'base_dn', label: m.baseDn, help, isCode: true, width: 12 },
    { path: 'filter', label: m.filter, isCode: true, width: 12 },
  ])
