import type { AccessRequest } from '@brokerdeck/contract/access/rules/access-request.ts'
import { decidedTopic } from '@brokerdeck/contract/access/rules/decided-topic.ts'
import { type ChainLink, explainAccess } from '@brokerdeck/contract/access/rules/explain-access.ts'
import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { askerOf } from '#features/access/access-walk/asker.ts'
import {
  type AuthenticationOutcome,
  authenticationOutcome,
} from '#features/access/access-walk/authentication-outcome.ts'
import { deciderTitle } from '#features/access/access-walk/decider-title.ts'
import { readSources } from '#features/access/access-walk/read-sources.ts'
import { type SourceLink, sourceLinks } from '#features/access/access-walk/source-links.ts'
import { formatList } from '#i18n/format-list.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { authnFullName } from '#kit/access-words/authn-name.ts'
import type { WhyQuestion } from '#lib/why-question.ts'
import { why as m } from '../../messages/why.ts'
import { accessStep, defaultStep } from './access-step.ts'
import { accessVerdict } from './access-verdict.ts'
import { cacheStep, isRemembered } from './cache-step.ts'
import type { DeedFacts } from './facts.ts'
import { knownSettings, limitedBy, notesOfSettings } from './mqtt-limit.ts'
import type { Observed } from './observed.ts'
import type { Undecided } from './undecided-verdict.ts'
import type { Walk, WalkStep, WalkVerdict } from './walk.ts'

/** Rules that came with the credentials, which the broker shows of nobody. */
function ownRulesLink({ ownRules }: AuthenticationOutcome): SourceLink {
  const finding = ownRules === 'none' ? ({ decision: 'ignore' } as const) : undefined
  return { source: 'client_info', isEnabled: true, finding, doubts: [], lack: undefined }
}

/** Where nothing is left open it is found; else whoever has seen what the broker says may know. */
function chainLink({ source, isEnabled, finding, doubts }: SourceLink): ChainLink {
  return finding === undefined || doubts.length > 0
    ? { kind: 'asked', source, isEnabled }
    : { kind: 'found', source, isEnabled, finding }
}

/** What a source leaves open that nobody has seen. */
function openOf({ source, finding, doubts }: SourceLink): readonly Undecided[] {
  const title = deciderTitle(source)
  if (finding === undefined) return [{ title, permission: undefined }]
  return doubts.map(({ placed }) => ({ title, permission: placed.rule.permission }))
}

function impossible(): Walk {
  const verdict: WalkVerdict = { outcome: 'deny', by: [m.topic], dependsOn: [], notes: [] }
  const step: WalkStep = {
    id: 'topic',
    title: m.topic,
    basis: 'computed',
    outcome: 'deny',
    text: m.delayedWithoutTopic,
  }
  return { steps: [step], verdict }
}

/** Patterns have been told before: what is left of the sources are findings and questions. */
const noPattern = () => false

/** What the broker decides about a publish or a subscription, and who decides it. */
export function walkAccess(facts: DeedFacts, question: WhyQuestion, observed: Observed): Walk {
  const { wish, qos } = question
  const action = wish === 'subscribe' ? 'subscribe' : 'publish'
  const topic = decidedTopic(action, question.topic)
  if (topic === undefined) return impossible()
  const asker = askerOf(question, facts)
  const retain = action === 'publish' && question.retain
  const request: AccessRequest = { client: asker.client, action, topic, qos, retain }
  const standing = authenticationOutcome(facts, asker)
  const sources = sourceLinks(readSources(facts.sources), facts.builtInRules, asker, request)
  const links = [ownRulesLink(standing), ...sources]
  const steps: WalkStep[] = [...cacheStep(facts, request), superuserStep(standing, facts.session)]
  const open: Undecided[] = []
  const chain = {
    isSuperuser: standing.superuser === 'yes',
    links: links.map(chainLink),
    noMatch: facts.settings.no_match,
    test: noPattern,
  }
  const walk = explainAccess(chain, request)
  let turn = walk.next()
  while (turn.done !== true) {
    const { value: step } = turn
    const link = links.find(({ source }) => source === step.source)
    const seen = observed.findings.get(step.source)
    if (step.kind === 'question' && link !== undefined && seen === undefined) open.push(...openOf(link))
    if (step.kind !== 'question' && link !== undefined) {
      steps.push(accessStep(step, { client: asker.client, link, isObserved: seen !== undefined }))
    }
    turn = walk.next(step.kind === 'question' ? (seen ?? link?.finding) : undefined)
  }
  const { value: decided } = turn
  if (decided.from === 'default') steps.push(defaultStep(decided.permission, open.length === 0))
  const verdict = accessVerdict(facts, { decided, standing, open, request })
  return withinLimits(facts, question, { steps, verdict })
}

/** What is remembered stays in front: it is what the broker answers before it looks at the settings. */
function withinLimits(facts: DeedFacts, question: WhyQuestion, { steps, verdict }: Walk): Walk {
  const mqtt = knownSettings({ kind: 'deed', facts })
  const limited = limitedBy(mqtt, question, verdict)
  const notes = notesOfSettings(mqtt, question, limited?.verdict ?? verdict)
  if (limited === undefined) return { steps, verdict: { ...verdict, notes: [...verdict.notes, ...notes] } }
  const at = isRemembered(steps) ? 1 : steps.length
  return {
    steps: steps.toSpliced(at, 0, limited.step),
    verdict: { ...limited.verdict, notes: [...limited.verdict.notes, ...notes] },
  }
}

type Said = Pick<WalkStep, 'basis' | 'outcome' | 'text'>

function saidOf({ superuser, by, isAnonymous }: AuthenticationOutcome): Said {
  const who = formatList(by.map(authnFullName))
  switch (superuser) {
    case 'yes':
      return { basis: 'computed', outcome: 'allow', text: m.isSuperuser(who) }
    case 'no':
      return { basis: 'computed', outcome: 'next', text: isAnonymous ? m.isAnonymous : m.isNoSuperuser(who) }
    case 'unknown':
      return {
        basis: 'unknown',
        outcome: 'mayAllow',
        text: by.length === 0 ? m.nobodyKnows : m.maybeSuperuser(who),
      }
  }
}

/** Of superusers nothing is asked. Who is one was decided when it connected, and the chain may have been another. */
function superuserStep(standing: AuthenticationOutcome, session: Client | undefined): WalkStep {
  const said = saidOf(standing)
  const { connected = false, connected_at } = session ?? {}
  const isDated = connected && connected_at !== undefined
  const text = isDated ? m.sentences(said.text, m.decidedThen(formatDateTime(connected_at))) : said.text
  return { id: 'superuser', title: deciderTitle('superuser'), ...said, text }
}
