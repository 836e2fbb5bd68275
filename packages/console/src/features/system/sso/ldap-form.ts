import { ssoBackendSettings } from '@brokerdeck/contract/system/sso.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { sso as m } from '../messages/accounts.ts'
import { enableField, tlsSection } from './connection-fields.ts'

const advanced = { isAdvanced: true, width: 4 } as const

export const ldapSections = [
  ...describedSections(ssoBackendSettings.ldap, [
    { id: 'general', title: m.general, fields: [enableField] },
    {
      id: 'directory',
      title: m.directory,
      fields: [
        { path: 'server', label: m.server },
        { path: 'base_dn', label: m.baseDn, help: m.baseDnHelp, isCode: true },
        { path: 'username', label: m.bindUser, help: m.bindUserHelp, isCode: true },
        { path: 'password', label: m.bindPassword, isOmittedEmpty: true },
        { path: 'filter', label: m.filter, help: m.filterHelp, width: 12, isCode: true },
        { path: 'pool_size', label: m.poolSize, ...advanced },
        { path: 'query_timeout', label: m.queryTimeout, ...advanced },
        { path: 'request_timeout', label: m.requestTimeout, ...advanced },
      ],
    },
  ]),
  tlsSection,
]
