import { type RuleEngineSettings, ruleEngineSettings, rules } from '@brokerdeck/contract/integration/rules.ts'
import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { ruleEngine as m, rules as words } from '#features/integration/rules/messages/rules.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { toSections } from '#kit/form/described-form.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { Page } from '#kit/page/page.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import { linkTo } from '#routes/routes.ts'

const sections = toSections(ruleEngineSettings, [
  {
    id: 'engine',
    title: m.section,
    fields: [
      { path: 'ignore_sys_message', label: m.ignoreSystem, help: m.ignoreSystemHelp },
      {
        path: 'jq_function_default_timeout',
        label: m.jqTimeout,
        help: m.jqTimeoutHelp,
        units: ['ms', 's', 'm'],
        isRequired: true,
      },
    ],
  },
])

/** The broker accepts a duration but returns milliseconds. */
const toFormDocument = ({
  jq_function_default_timeout: timeout,
  ...others
}: RuleEngineSettings): ApiDocument => ({
  ...others,
  jq_function_default_timeout: timeout % 1000 === 0 ? `${timeout / 1000}s` : `${timeout}ms`,
})

const parseTimeout = ({ jq_function_default_timeout: timeout }: ApiDocument) =>
  parseDuration(String(timeout)) ?? 0

function impact(now: ApiDocument, before: ApiDocument): string {
  const ignores = now['ignore_sys_message']
  return joinSentences(
    ignores !== before['ignore_sys_message'] && (ignores === true ? m.noSystemImpact : m.systemImpact),
    parseTimeout(now) < parseTimeout(before) && m.shorterImpact,
  )
}

/** The page of the settings that apply to all rules of the cluster. */
export function RuleEnginePage() {
  return (
    <Page title={m.title} breadcrumbs={[{ to: linkTo('rules'), label: words.title }]} summary={m.summary}>
      <EndpointForm
        sections={sections}
        reads={rules.getEngine}
        given={{}}
        pickDocument={toFormDocument}
        writes={rules.putEngine}
        toRequest={(document) => ({ body: parseBody(rules.putEngine.body, document) })}
        impact={impact}
        hasDefaults
      />
    </Page>
  )
}
