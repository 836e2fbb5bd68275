import { authorization, authorizationSettings } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationImpact } from '#domain/configuration-impact/settings-impact.ts'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import { authorization as settingsSectionsWords } from '#features/access/messages/authorization.ts'
import type { Interruption } from '#kit/dialogs/dialog-store.ts'
import { toSections } from '#kit/form/described-form.ts'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { askBeforeSave } from '#resource/endpoint-form/ask-before-save.ts'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'

export const settingsSections = toSections(authorizationSettings, [
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

const findInterruption = (now: ApiDocument, before: ApiDocument): Interruption => {
  const becomes = (name: string, value: string) => now[name] === value && before[name] !== value
  if (becomes('deny_action', 'disconnect')) return 'connections'
  return becomes('no_match', 'deny') ? 'data' : 'nothing'
}

/** Edits the settings that hold for all sources: the default, the further effect of a denial, and the cache. */
export function SettingsPanel() {
  return (
    <EndpointForm
      sections={settingsSections}
      reads={authorization.settings}
      given={{}}
      pickDocument={(answer) => answer}
      writes={authorization.saveSettings}
      toRequest={(document) => ({ body: parseBody(authorization.saveSettings.body, document) })}
      impact={(now, before) =>
        warnIf(findInterruption(now, before) !== 'nothing', authorizationImpact(now, before))
      }
      beforeWrite={askBeforeSave((now, before) => ({
        interrupts: findInterruption(now, before),
        text: authorizationImpact(now, before),
      }))}
      preview={({ no_match: noMatch }, before) =>
        (noMatch === 'allow' || noMatch === 'deny') &&
        noMatch !== before['no_match'] && <AccessPreview change={{ noMatch }} />
      }
      hasDefaults
    />
  )
}
