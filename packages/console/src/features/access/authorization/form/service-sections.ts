import { tlsClientForm } from '#domain/tls/tls-client-form.ts'
import { httpRequest } from '#features/access/access-backend/http-request.ts'
import { httpsNote } from '#features/access/access-backend/https-note.ts'
import { ldapConnection, ldapSearch } from '#features/access/access-backend/ldap-connection.ts'
import type { Field, Section } from '#kit/form/field.ts'
import { m } from './messages.ts'
import { clientPlaceholders, requestPlaceholders } from './placeholders.ts'

export const httpSections: readonly Section[] = [
  httpRequest({ urlHelp: m.urlHelp(requestPlaceholders), requestTimeout: '30s' }),
  tlsClientForm('ssl', httpsNote),
]

const attribute = (path: string, label: string, known: string): Field => ({
  kind: 'text',
  path,
  label,
  isCode: true,
  default: known,
  width: 4,
})

export const ldapSections: readonly Section[] = [
  ldapConnection,
  { id: 'question', title: m.question, fields: ldapSearch(m.baseDnHelp(clientPlaceholders)) },
  {
    id: 'attributes',
    title: m.attributes,
    note: m.attributesNote,
    fields: [
      attribute('publish_attribute', m.publishAttribute, 'mqttPublishTopic'),
      attribute('subscribe_attribute', m.subscribeAttribute, 'mqttSubscriptionTopic'),
      attribute('all_attribute', m.allAttribute, 'mqttPubSubTopic'),
    ],
  },
  tlsClientForm('ssl'),
]
