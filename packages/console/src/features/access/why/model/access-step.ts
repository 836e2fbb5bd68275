import type { AccessClient } from '@brokerdeck/contract/access/rules/access-request.ts'
import type { AccessRule, Permission } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { clientValue, isTopicPlaceholder } from '@brokerdeck/contract/access/rules/client-value.ts'
import type { AccessStep, Finding } from '@brokerdeck/contract/access/rules/explain-access.ts'
import { parseTemplate } from '@brokerdeck/contract/access/rules/template.ts'
import { deciderTitle } from '#features/access/access-walk/decider-title.ts'
import { placedWords } from '#features/access/access-walk/placed-words.ts'
import type { SourceLink } from '#features/access/access-walk/source-links.ts'
import { whyUnknown } from '#features/access/access-walk/why-unknown.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { why as m } from '../../messages/why.ts'
import { askedRule } from './asked-rule.ts'
import { doubtStep } from './doubt-step.ts'
import type { WalkStep } from './walk.ts'

type SourceStep = Exclude<AccessStep, { kind: 'question' }>

interface Walked {
  readonly client: AccessClient
  readonly link: SourceLink
  /** A trace has seen what it says. */
  readonly isObserved: boolean
}

/** One source's part in the walk. */
export function accessStep(step: SourceStep, { client, link, isObserved }: Walked): WalkStep {
  const { source } = step
  const { doubts, lack } = link
  const place = {
    id: source,
    title: deciderTitle(source),
    ...(source === 'client_info' ? {} : { href: paths.accessSource(source) }),
  }
  if (step.kind === 'skipped') return { ...place, basis: 'computed', outcome: 'skipped', text: m.disabled }
  const isOpen = source === 'client_info' ? link.finding === undefined : lack !== undefined
  if (isOpen && isObserved && step.kind === 'found') return { ...place, ...observedStep(step.finding) }
  if (doubts.length > 0) return { ...place, ...doubtStep({ source, client, doubts, finding: link.finding }) }
  if (step.kind === 'unknown') {
    const text = source === 'client_info' ? m.ownRulesUnknown : whyUnknown[lack ?? 'external']
    return { ...place, basis: 'unknown', outcome: 'unknown', text }
  }
  const { placed } = step.finding
  const told = { basis: 'computed', outcome: outcomeOf(step.finding) } as const
  if (placed === undefined) {
    return { ...place, ...told, text: source === 'client_info' ? m.noOwnRules : m.noRule }
  }
  const { where, rule } = placedWords(placed)
  const text = hasWildName(placed.rule, client) ? m.sentences(m.wildName, where) : where
  return { ...place, ...told, text, rules: [{ words: rule, asked: askedRule(source, placed, client) }] }
}

const outcomeOf = ({ decision }: Finding) =>
  decision === 'allow' || decision === 'deny' ? decision : ('next' as const)

function observedStep(finding: Finding): Pick<WalkStep, 'basis' | 'outcome' | 'text'> {
  const outcome = outcomeOf(finding)
  const seen = { allow: m.seenAllow, deny: m.seenDeny, next: m.seenNext }[outcome]
  const { fault } = finding
  const text = fault === undefined ? seen : m.sentences(seen, m.failure(visibleText(fault, 200)))
  return { basis: 'observed', outcome, text }
}

/** Behind the last source. */
export function defaultStep(permission: Permission, isCertain: boolean): WalkStep {
  const certain = { allow: m.defaultAllow, deny: m.defaultDeny }
  const uncertain = { allow: m.defaultMayAllow, deny: m.defaultMayDeny }
  return {
    id: 'default',
    title: deciderTitle('default'),
    basis: 'computed',
    outcome: permission,
    text: (isCertain ? certain : uncertain)[permission],
    href: paths.authorization(),
  }
}

/** Whether a name that the client has chosen makes a filter of the rule wider than it looks: `up/${username}/#` for `+`. */
function hasWildName({ topics }: AccessRule, client: AccessClient): boolean {
  if (topics === 'all') return false
  const names = topics.flatMap(({ text, isExact }) =>
    isExact
      ? []
      : parseTemplate(text, isTopicPlaceholder).flatMap((part) =>
          typeof part === 'string' ? [] : [part.name],
        ),
  )
  return names.some((name) => /[+#/]/.test(clientValue(client, name) ?? ''))
}
