import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { bodyFrom } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { joinSentences } from '#i18n/format-number.ts'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'
import { authorization as m } from '../messages/authorization.ts'
import { settingsSections } from './settings-sections.ts'

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
