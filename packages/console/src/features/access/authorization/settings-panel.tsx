import { authorization, authorizationSettings } from '@brokerdeck/contract/access/authorization.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import {
  authorization as m,
  authorization as settingsSectionsWords,
} from '#features/access/messages/authorization.ts'
import { joinSentences } from '#i18n/format-number.ts'
import { describedSections } from '#kit/form/described-form.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'

export const settingsSections = describedSections(authorizationSettings, [
  {
    id: 'decisions',
    title: settingsSectionsWords.decisions,
    fields: [
      {
        path: 'no_match',
        label: settingsSectionsWords.noMatch,
        help: settingsSectionsWords.noMatchHelp,
        options: { allow: settingsSectionsWords.allowed, deny: settingsSectionsWords.denied },
      },
      {
        path: 'deny_action',
        label: settingsSectionsWords.denyAction,
        help: settingsSectionsWords.denyActionHelp,
        options: { ignore: settingsSectionsWords.stays, disconnect: settingsSectionsWords.disconnected },
      },
    ],
  },
  {
    id: 'cache',
    title: settingsSectionsWords.cache,
    note: settingsSectionsWords.cacheNote,
    switch: 'cache.enable',
    fields: [
      {
        path: 'cache.max_size',
        label: settingsSectionsWords.maxSize,
        help: settingsSectionsWords.maxSizeHelp,
        isRequired: true,
      },
      { path: 'cache.ttl', label: settingsSectionsWords.ttl, isRequired: true },
      {
        path: 'cache.excludes',
        label: settingsSectionsWords.excludes,
        help: settingsSectionsWords.excludesHelp,
        itemLabel: settingsSectionsWords.filter,
        width: 12,
      },
    ],
  },
])

/** What a change of the decisions comes to, in a sentence or two. */
function impact(document: ApiDocument, before: ApiDocument): string {
  const isOther = (name: string) => document[name] !== before[name]
  return joinSentences(
    isOther('no_match') && (document['no_match'] === 'deny' ? m.impactDeny : m.impactAllow),
    isOther('deny_action') && document['deny_action'] === 'disconnect' && m.impactDisconnect,
    m.impactSettings,
  )
}

/** What holds for all sources: the default, what else happens to who is denied, the cache. */
export function SettingsPanel() {
  return (
    <EndpointForm
      sections={settingsSections}
      reads={authorization.settings}
      given={{}}
      documentOf={(answer) => answer}
      writes={authorization.saveSettings}
      toRequest={(document) => ({ body: bodyFrom(authorization.saveSettings.body, document) })}
      impact={impact}
      preview={({ no_match: noMatch }, before) =>
        (noMatch === 'allow' || noMatch === 'deny') &&
        noMatch !== before['no_match'] && <AccessPreview change={{ noMatch }} />
      }
      hasDefaults
    />
  )
}
