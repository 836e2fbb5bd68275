import type { AccessSource } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { everybody } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { action, send } from '#acting/action.tsx'
import { read } from '#api/query.ts'
import { askRuleMatches } from '#features/access/access-evaluation/matches/ask-rule-matches.tsx'
import { AccessPreview } from '#features/access/access-evaluation/preview/access-preview.tsx'
import { matches } from '#features/access/messages/access-evaluation.ts'
import { rules as m } from '#features/access/messages/authorization.ts'
import type { Section } from '#kit/form/field.ts'
import { useGo, useUrlSearch } from '#kit/page/link.tsx'
import { DangerButton } from '#resource/broker-list/act-on-matching.tsx'
import { EndpointForm } from '#resource/endpoint-form/endpoint-form.tsx'
import { IncompleteDocument } from '#resource/endpoint-form/parse-body.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { Status } from '#ui/status.tsx'
import { listAskedRules } from './asked-rules.ts'
import { clientOwners } from './client-owners.ts'
import { OwnRulesPanel } from './own-rules-panel.tsx'
import { findRuleFaults, parseBuiltInRules, ruleRows, ruleToRow } from './rule-rows.ts'
import classes from './rules-panel.module.css'
import { userOwners } from './user-owners.ts'

const sections: readonly Section[] = [{ id: 'rules', title: m.all, fields: [ruleRows] }]

const withoutRules = { rules: { isCleared: true } }

const scopes = [
  { value: 'clients', label: m.clients },
  { value: 'users', label: m.users },
  { value: 'all', label: m.all },
] as const

const searchSchema = v.object({
  scope: v.fallback(v.optional(v.picklist(['clients', 'users', 'all']), 'clients'), 'clients'),
})

/** The broker's default limit, for a source that does not report `max_rules`. */
const usualMost = 100

/** Shows the rules of the built-in database: by client ID, by username, and for all clients. */
export function RulesPanel({ source }: { readonly source: AccessSource }) {
  const [{ scope }] = useUrlSearch('accessSource', searchSchema)
  const go = useGo()
  const { max_rules: most } = source
  const max = typeof most === 'number' ? most : usualMost
  return (
    <div className={classes['panel']}>
      <div className={classes['bar']}>
        <Segmented
          label={m.scope}
          value={scope}
          options={scopes}
          // The filter of one table does not apply to the other.
          onChange={(to) =>
            void go(
              linkTo(
                'accessSource',
                { type: source.type },
                { tab: 'rules', ...(to === 'clients' ? {} : { scope: to }) },
              ),
              { replace: true },
            )
          }
        />
        <DangerButton
          label={m.clear}
          disabledReason={clearRules.findDisabledReason(source)}
          onClick={() => void clearRules.run(source)}
        />
      </div>
      <p className={classes['order']}>{m.order}</p>
      {!source.enable && (
        <Status kind="warn" wraps>
          {m.off}
        </Status>
      )}
      {scope === 'clients' && <OwnRulesPanel key="clients" owners={clientOwners} max={max} />}
      {scope === 'users' && <OwnRulesPanel key="users" owners={userOwners} max={max} />}
      {scope === 'all' && <EverybodyPanel max={max} />}
    </div>
  )
}

/** Deletes all rules of the built-in database after the user has typed a confirmation word. */
const clearRules = action<AccessSource>(
  send(authorizationRules.clear, () => ({})),
  {
    findDisabledReason: ({ enable }) => (enable ? m.clearNeedsOff : undefined),
    ask: () => ({
      title: m.clearTitle,
      body: (
        <>
          <p>{m.clearBody}</p>
          <AccessPreview change={withoutRules} />
        </>
      ),
      size: 640,
      action: m.clear,
      // The source is disabled, so these rules decide nothing.
      interrupts: 'nothing',
      danger: true,
      typedName: m.clearWord,
    }),
    successMessage: () => m.cleared,
  },
)

/** Edits the rules for all clients, which are saved as a whole. */
function EverybodyPanel({ max }: { readonly max: number }) {
  const { data } = useQuery(read(authorizationRules.all, {}))
  const asked = listAskedRules('all', data?.rules ?? [], everybody)
  return (
    <>
      <div>
        <Button
          size="small"
          disabledReason={asked.length === 0 ? m.none : undefined}
          onClick={() => askRuleMatches(asked)}
        >
          {matches.open}
        </Button>
      </div>
      <EndpointForm
        sections={sections}
        reads={authorizationRules.all}
        given={{}}
        pickDocument={({ rules }) => ({ rules: rules.map(ruleToRow) })}
        writes={authorizationRules.saveAll}
        toRequest={(document) => {
          const rules = parseBuiltInRules(document)
          if (rules === undefined) throw new IncompleteDocument('a rule is not complete')
          return { body: { rules: [...rules] } }
        }}
        check={(document) => findRuleFaults(document, max)}
        impact={() => m.impact}
        preview={(document) => {
          const all = parseBuiltInRules(document)
          return all && <AccessPreview change={{ rules: { all } }} />
        }}
        appliedMessage={m.saved}
        isConfiguration={false}
      />
    </>
  )
}
