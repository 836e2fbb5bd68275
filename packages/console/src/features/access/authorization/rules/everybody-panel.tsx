import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { everybody } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '#api/query.ts'
import { IncompleteDocument } from '#domain/endpoint-form/body-from.ts'
import { EndpointForm } from '#domain/endpoint-form/endpoint-form.tsx'
import { askRuleHits } from '#features/access/access-walk/hits/ask-rule-hits.tsx'
import { m as hits } from '#features/access/access-walk/hits/messages.ts'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import type { Section } from '#kit/form/field.ts'
import { Button } from '#ui/button.tsx'
import { askedRules } from './asked-rules.ts'
import { m } from './messages.ts'
import { ruleFaults, ruleRows, rulesOf, ruleToRow } from './rule-rows.ts'

const sections: readonly Section[] = [{ id: 'rules', title: m.all, fields: [ruleRows] }]

/** The rules for everybody, written as a whole. */
export function EverybodyPanel({ max }: { readonly max: number }) {
  const { data } = useQuery(read(authorizationRules.all, {}))
  const asked = askedRules('all', data?.rules ?? [], everybody)
  return (
    <>
      <div>
        <Button
          size="small"
          disabledReason={asked.length === 0 ? m.none : undefined}
          onClick={() => askRuleHits(asked)}
        >
          {hits.open}
        </Button>
      </div>
      <EndpointForm
        sections={sections}
        reads={authorizationRules.all}
        given={{}}
        documentOf={({ rules }) => ({ rules: rules.map(ruleToRow) })}
        writes={authorizationRules.saveAll}
        toRequest={(document) => {
          const rules = rulesOf(document)
          if (rules === undefined) throw new IncompleteDocument('a rule is not complete')
          return { body: { rules: [...rules] } }
        }}
        check={(document) => ruleFaults(document, max)}
        impact={() => m.impact}
        preview={(document) => {
          const all = rulesOf(document)
          return all && <AccessPreview change={{ rules: { all } }} />
        }}
        appliedMessage={m.saved}
        isConfiguration={false}
      />
    </>
  )
}
