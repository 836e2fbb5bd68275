import type { CachedDecision } from '@brokerdeck/contract/traffic/clients.ts'
import type { AccessRequest } from '@brokerdeck/languages/access-rules/access-request.ts'
import { topicMatches } from '@brokerdeck/languages/topic.ts'
import { why as m } from '#features/access/messages/why.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { linkTo } from '#routes/routes.ts'
import type { EvaluationStep } from './evaluation.ts'
import type { DeedFacts } from './facts.ts'

/** Finds the cached decision for this very request; the broker answers with it. */
export function findRemembered(
  { cache, settings }: DeedFacts,
  { action, qos, retain, topic }: AccessRequest,
): CachedDecision | undefined {
  const { enable, excludes } = settings.cache
  if (!enable || excludes.some((filter) => topicMatches(filter, topic))) return undefined
  return cache.find(
    ({ access, topic: of }) =>
      of === topic &&
      access.action_type === action &&
      access.qos === qos &&
      (action === 'subscribe' || (access.retain ?? false) === retain),
  )
}

/** Tells whether the first step, the cache, decides instead of all later steps. */
export const isRemembered = ([first]: readonly EvaluationStep[]): boolean =>
  first?.id === 'cache' && first.outcome !== 'next'

/** Returns the cache step for a connected session, whose cache is looked at before anything else. */
export function cacheStep(facts: DeedFacts, request: AccessRequest): readonly EvaluationStep[] {
  const { session, settings } = facts
  if (session?.connected !== true) return []
  const found = findRemembered(facts, request)
  const place = { id: 'cache', title: m.cache, to: linkTo('client', { clientId: session.clientid }) }
  if (found !== undefined) {
    const text = m.remembered(formatDateTime(found.updated_time))
    return [{ ...place, basis: 'observed', outcome: found.result, text }]
  }
  if (!settings.cache.enable) return []
  const isExcluded = settings.cache.excludes.some((filter) => topicMatches(filter, request.topic))
  if (isExcluded) return [{ ...place, basis: 'computed', outcome: 'next', text: m.excluded }]
  return [{ ...place, basis: 'observed', outcome: 'next', text: m.notRemembered }]
}
