import { askerOf } from '#features/access/access-walk/asker.ts'
import { paths } from '#lib/paths.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { m } from '../messages.ts'
import { authenticatorStep } from './authenticator-step.ts'
import { banStep } from './ban-step.ts'
import type { AttemptFacts } from './facts.ts'
import { listenerStep } from './listener-step.ts'
import { identifierStep, knownSettings, notesOfSettings } from './mqtt-limit.ts'
import type { Observed } from './observed.ts'
import { notesOfDoubt, type Undecided, undecidedVerdict } from './undecided-verdict.ts'
import type { Walk, WalkStep } from './walk.ts'

/** What comes of an attempt to connect, in the broker's order: listener, bans, authenticators. */
export function walkConnect(facts: AttemptFacts, question: WhyQuestion, observed: Observed): Walk {
  const { steps, verdict } = walkAttempt(facts, question, observed)
  const mqtt = knownSettings({ kind: 'attempt', facts })
  return {
    steps,
    verdict: { ...verdict, notes: [...verdict.notes, ...notesOfSettings(mqtt, question, verdict)] },
  }
}

function walkAttempt(facts: AttemptFacts, question: WhyQuestion, observed: Observed): Walk {
  const asker = askerOf(question, facts)
  const steps: WalkStep[] = []
  const mqtt = knownSettings({ kind: 'attempt', facts })
  const { clientid } = question
  for (const step of [listenerStep(facts, asker), ...identifierStep(mqtt, clientid), banStep(facts, asker)]) {
    steps.push(step)
    if (step.outcome === 'deny') return walkTo(steps)
  }
  const authn = facts.listener?.enable_authn
  const { isEnhanced } = question
  const letIn = isEnhanced ? chainStep('unknown', m.enhancedUnasked) : undefined
  if (authn === false || authn === 'false')
    return walkTo([...steps, letIn ?? chainStep('allow', m.listenerAsksNobody)])
  if (authn === 'quick_deny_anonymous' && (asker.client.username ?? '') === '') {
    return walkTo([...steps, chainStep('deny', m.quickDeny)])
  }
  if (!facts.authenticators.some(({ enable }) => enable)) {
    return walkTo([...steps, letIn ?? chainStep('allow', m.nobodyAsked)])
  }
  for (const one of facts.authenticators) {
    const seen = observed.results.get(one.id)
    const { step, isLast } = authenticatorStep(one, facts, asker, {
      ...{ hasPassword: question.password, isEnhanced, seen },
    })
    steps.push(step)
    if (isLast || step.outcome === 'allow' || step.outcome === 'deny') return walkTo(steps)
  }
  return walkTo([...steps, chainStep('deny', m.nobodyKnew)])
}

function chainStep(outcome: 'allow' | 'deny' | 'unknown', text: string): WalkStep {
  const basis = outcome === 'unknown' ? 'unknown' : 'computed'
  return { id: 'chain', title: m.chain, basis, outcome, text, href: paths.authentication() }
}

const permissions = { mayAllow: 'allow', mayDeny: 'deny', unknown: undefined } as const

/** What a step leaves open; nothing where it is known what it says. */
function openOf({ title, outcome }: WalkStep): readonly Undecided[] {
  return outcome === 'unknown' || outcome === 'mayAllow' || outcome === 'mayDeny'
    ? [{ title, permission: permissions[outcome] }]
    : []
}

/** The last step decides, unless something before it may decide otherwise, or it is itself unknown. */
function walkTo(steps: readonly WalkStep[]): Walk {
  const open = steps.flatMap(openOf)
  const { outcome = 'unknown', title = '' } = steps.at(-1) ?? {}
  if (outcome !== 'allow' && outcome !== 'deny') {
    const dependsOn = open.map((one) => one.title)
    return { steps, verdict: { outcome: 'depends', by: [title], dependsOn, notes: [] } }
  }
  const settled = undecidedVerdict(open, outcome, title)
  return { steps, verdict: { ...settled, notes: notesOfDoubt(settled, outcome) } }
}
