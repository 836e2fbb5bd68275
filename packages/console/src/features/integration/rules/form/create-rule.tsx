import { type Rule, rules } from '@brokerdeck/contract/integration/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import * as v from 'valibot'
import { describeError, isGone } from '#api/errors.ts'
import { read, whyNoWrite } from '#api/query.ts'
import type { Tried } from '#features/integration/rules/editor/value-gutter.ts'
import { adoptTestCases } from '#features/integration/rules/lab/test-case-store.ts'
import { whyNotSaved } from '#features/integration/rules/lab/why-not-saved.ts'
import { ruleForm as m } from '#features/integration/rules/messages/rule-form.ts'
import { FormLayout } from '#kit/form/shell/form-layout.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { useGo, useUrlSearch } from '#kit/page/link.tsx'
import { type WriteOptions, writePlan } from '#resource/endpoint-form/write-plan.ts'
import { type Address, linkTo } from '#routes/routes.ts'
import { EmptyState, ErrorState, Skeleton } from '#ui/states.tsx'
import { RuleForm } from './rule-form.tsx'
import {
  createBody,
  findTakenId,
  freshStatement,
  placeRuleFaults,
  ruleSections,
  statementFrom,
  toRuleSettings,
} from './rule-sections.ts'

/** Evaluates statements and is as large as the form, so the form does not wait for it. */
const RuleFormLab = lazy(async () => ({ default: (await import('./rule-form-lab.tsx')).RuleFormLab }))

const text = v.fallback(v.optional(v.string()), undefined)
/** The values that a link may set for a new rule; other values in the address are ignored. */
const searchSchema = v.object({
  actionId: text,
  sourceId: text,
  from: text,
  action: v.fallback(v.optional(v.literal('copy')), undefined),
  target: text,
})

/** Creates a rule from scratch, for an existing action or source, or as a copy of another rule. */
export function CreateRule({ page, ...look }: CreateRuleProps) {
  const [{ actionId, sourceId, from, action, target }] = useUrlSearch(page, searchSchema)
  const document = useMemo(
    () => ({
      id: randomRuleId(),
      description: '',
      sql: buildStatement(sourceId === undefined ? from : `$bridges/${sourceId}`),
      actions: actionId === undefined ? [] : [actionId],
    }),
    [actionId, sourceId, from],
  )
  if (action === 'copy' && target !== undefined) return <CopyOf id={target} {...look} />
  return <NewRule document={document} {...look} />
}

/** A source that cannot be written between quotes is ignored. */
const buildStatement = (from: string | undefined) =>
  from === undefined || from.includes('"') ? freshStatement : statementFrom(from)

/** Wraps the request that creates the rule, to create other objects together with it. */
export type RuleAround = WriteOptions<typeof rules.create>['around']

interface CreateRuleProps extends NewRuleLook {
  readonly page: 'createRule' | 'createFlow'
}

interface NewRuleLook {
  /** Shown instead of the statement as text. */
  readonly statement?: ReactNode
  readonly createLabel?: string
  /** The page to open afterwards. */
  readonly then?: Address
  readonly around?: RuleAround
}

interface NewRuleProps extends NewRuleLook {
  readonly document: ApiDocument
}

function NewRule({ document, statement, createLabel, then, around }: NewRuleProps) {
  const go = useGo()
  const [tried, setTried] = useState<Tried>()
  const [sample, setSample] = useState<object>()
  return (
    <FormLayout
      createLabel={createLabel ?? m.createTitle}
      appliedMessage={m.created}
      arranged={<RuleForm tried={tried} onSample={setSample} statement={statement} />}
      beside={
        <Suspense fallback={<Skeleton height={240} />}>
          <RuleFormLab isFlow={statement !== undefined} onTried={setTried} sample={sample} />
        </Suspense>
      }
      plan={{
        ...writePlan(rules.create, {
          toRequest: (given) => ({ body: createBody(given) }),
          findFaults: findTakenId,
          placeFaults: placeRuleFaults,
          beforeWrite: (given) => whyNotSaved(undefined, given),
          around,
        }),
        sections: ruleSections.create,
        document,
        isNew: true,
        lockedReason: whyNoWrite(),
        onApplied: (made) => {
          if (typeof made['id'] === 'string') void adoptTestCases(made['id'])
          void go(then ?? linkTo('rules'))
        },
      }}
    />
  )
}

/** The maximum number of rules that a page of the broker's response can hold. */
const allNames = { page: '1', limit: '10000' }

function CopyOf({ id, ...look }: NewRuleLook & { readonly id: string }) {
  // The original is read once, so the form continues from what was stored when it was opened.
  const once = { staleTime: Number.POSITIVE_INFINITY, retry: false }
  const original = useQuery({ ...read(rules.get, { params: { id } }), ...once })
  const names = useQuery({ ...read(rules.list, { query: { ...allNames, like_id: copyName(id) } }), ...once })
  const document = useMemo(
    () => original.data && names.data && copyRule(original.data, names.data.data),
    [original.data, names.data],
  )
  if (document !== undefined) return <NewRule document={document} {...look} />
  if (original.error !== null && isGone(original.error)) return <EmptyState title={m.targetGone} />
  const failed = [original, names].find(({ error }) => error !== null)
  if (failed === undefined) return <Skeleton height={240} />
  const { error, refetch, isFetching } = failed
  return <ErrorState {...describeError(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
}

const copyName = (id: string) => `${id}_duplication`

function copyRule(rule: Rule, others: readonly Pick<Rule, 'id'>[]): ApiDocument {
  const taken = new Set(others.map(({ id }) => id))
  const first = copyName(rule.id)
  let number = 0
  while (taken.has(number === 0 ? first : `${first}_${number}`)) number += 1
  return { ...toRuleSettings(rule), id: number === 0 ? first : `${first}_${number}` }
}

const signs = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** `rule_` and four random characters: 1.6 million names, of which a cluster uses some hundreds. */
function randomRuleId(): string {
  const drawn = crypto.getRandomValues(new Uint32Array(4))
  return `rule_${[...drawn].map((number) => signs.charAt(number % signs.length)).join('')}`
}
