import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { isAddress } from '@brokerdeck/languages/access-rules/ip-net.ts'
import { topicFilterFault, topicNameFault } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { usualListener, type WhyQuestion } from '#lib/why-question.ts'

const wishes = ['connect', 'publish', 'subscribe'] as const

const text = v.fallback(v.optional(v.string(), ''), '')
const yes = v.fallback(
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((given) => given === '1'),
  ),
  false,
)
const listener = v.pipe(v.string(), v.regex(/^\w+:./), v.check(canAddress))

/** Parses the question from a link; `whySearch` writes it. */
const searchSchema = v.looseObject({
  clientid: text,
  as: v.fallback(v.optional(v.picklist(['session', 'typed']), 'session'), 'session'),
  username: text,
  peerhost: text,
  listener: v.fallback(v.optional(listener, usualListener), usualListener),
  cn: text,
  password: yes,
  enhanced: yes,
  wish: v.fallback(v.optional(v.picklist(wishes), 'publish'), 'publish'),
  topic: text,
  mounted: yes,
  qos: v.pipe(
    v.fallback(v.optional(v.picklist(['0', '1', '2']), '0'), '0'),
    v.transform((given) => (given === '0' ? 0 : given === '1' ? 1 : 2)),
  ),
  retain: yes,
})

export function parseQuestion(search: Record<string, unknown>): WhyQuestion {
  const { clientid, as, username, peerhost, cn, enhanced, mounted, ...rest } = v.parse(searchSchema, search)
  const { listener: at, password, wish, topic, qos, retain } = rest
  return {
    clientid,
    as,
    username,
    peerhost,
    listener: at,
    certCommonName: cn,
    password,
    isEnhanced: enhanced,
    wish,
    topic,
    isMounted: mounted,
    qos,
    retain,
  }
}

export type QuestionFault = 'clientid' | 'peerhost' | 'topic'

/** Returns the first missing or invalid value that prevents the question from being answered. */
export function questionFault({
  clientid,
  as,
  peerhost,
  wish,
  topic,
}: WhyQuestion): QuestionFault | undefined {
  if (!canAddress(clientid)) return 'clientid'
  if (as === 'typed' && peerhost !== '' && !isAddress(peerhost)) return 'peerhost'
  if (wish === 'connect') return undefined
  const fault = wish === 'publish' ? topicNameFault(topic) : topicFilterFault(topic)
  return fault === undefined ? undefined : 'topic'
}
