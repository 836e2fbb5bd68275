import {
  type Authenticator,
  type AuthnUser,
  authentication,
} from '@brokerdeck/contract/access/authentication.ts'
import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { authorizationRules } from '@brokerdeck/contract/access/authorization-rules.ts'
import { placeBuiltInRules } from '@brokerdeck/contract/access/place-rules.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { configs } from '@brokerdeck/contract/settings/configs.ts'
import { listeners } from '@brokerdeck/contract/settings/listeners.ts'
import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { useQuery } from '@tanstack/react-query'
import { unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { gatherBans } from '#domain/client/gather-bans.ts'
import { mayKnowCertificate } from '#features/access/access-evaluation/asker.ts'
import { toUserId } from '#features/access/access-evaluation/to-user-id.ts'
import { why as m } from '#features/access/messages/why.ts'
import type { AttemptFacts, DeedFacts, Facts } from '#features/access/why/model/facts.ts'
import { useGo, useLatestSearch } from '#kit/page/link.tsx'
import { Page } from '#kit/page/page.tsx'
import { type WhyQuestion, whySearch } from '#lib/why-question.ts'
import { linkTo } from '#routes/routes.ts'
import { Panel } from '#ui/panel.tsx'
import { EmptyState } from '#ui/states.tsx'
import { Answer } from './answer.tsx'
import { parseQuestion, questionFault } from './question.ts'
import { QuestionPanel } from './question-panel.tsx'
import classes from './why.module.css'

/** Explains why a client is let in or refused, allowed or denied: it follows the broker's decision step by step. */
export function WhyPage() {
  const search = useLatestSearch()
  const go = useGo()
  const question = parseQuestion(search)
  const facts = useFacts(question)
  const ask = (asked: WhyQuestion) => void go(linkTo('why', whySearch(asked)), { resetScroll: false })
  return (
    <Page title={m.title} summary={m.summary}>
      <div className={classes['columns']}>
        <QuestionPanel question={question} isCertified={isCertified(facts.data)} onAsk={ask} />
        {questionFault(question) === undefined ? (
          <Answer key={question.clientid} question={question} facts={facts} onChange={ask} />
        ) : (
          <Panel label={m.answer}>
            <EmptyState title={m.noQuestion}>{m.noQuestionText}</EmptyState>
          </Panel>
        )}
      </div>
    </Page>
  )
}

/** Tells whether the session in question may have presented a certificate. */
function isCertified(facts: Facts | undefined): boolean {
  if (facts === undefined || facts.kind === 'no-session') return false
  const { session, listener } = facts.facts
  return session !== undefined && mayKnowCertificate(session.listener ?? '', listener)
}

/** Reads what the answer is made of; sends no request before the question is complete. */
function useFacts(question: WhyQuestion) {
  return useQuery({
    queryKey: ['why', question],
    queryFn: ({ signal }) => gatherFacts(question, signal),
    enabled: questionFault(question) === undefined,
  })
}

interface Options {
  readonly signal: AbortSignal
}

/** The client of the question: a session, or typed values. */
interface NamedClient {
  readonly session: Client | undefined
  readonly clientid: string
  /** The username; empty if the client has none. */
  readonly username: string
  readonly peerhost: string
  readonly listener: string
}

async function nameClient(question: WhyQuestion, options: Options): Promise<NamedClient> {
  const { clientid, username, peerhost, listener } = question
  if (question.as === 'typed') return { session: undefined, clientid, username, peerhost, listener }
  const session = await unlessGone(request(clients.get, { params: { clientid } }, options))
  if (session === undefined) return { session, clientid, username: '', peerhost: '', listener }
  return {
    session,
    clientid,
    username: session.username ?? '',
    peerhost: session.ip_address,
    listener: session.listener ?? listener,
  }
}

async function readChainUsers(
  chain: readonly Authenticator[],
  who: NamedClient,
  options: Options,
): Promise<ReadonlyMap<string, AuthnUser>> {
  const asked = chain.map(async (one) => {
    const user_id = one.enable && one.backend === 'built_in_database' ? toUserId(one, who) : ''
    if (!canAddress(user_id)) return []
    const user = await unlessGone(request(authentication.user, { params: { id: one.id, user_id } }, options))
    return user === undefined ? [] : [[one.id, user] as const]
  })
  return new Map((await Promise.all(asked)).flat())
}

async function readBuiltInRules({ clientid, username }: NamedClient, options: Options) {
  const [ofClient, ofUser, ofAll] = await Promise.all([
    unlessGone(request(authorizationRules.client, { params: { clientid } }, options)),
    canAddress(username)
      ? unlessGone(request(authorizationRules.user, { params: { username } }, options))
      : undefined,
    unlessGone(request(authorizationRules.all, {}, options)),
  ])
  return [
    ...placeBuiltInRules('clients', ofClient?.rules ?? []),
    ...placeBuiltInRules('users', ofUser?.rules ?? []),
    ...placeBuiltInRules('all', ofAll?.rules ?? []),
  ]
}

async function gatherWho(who: NamedClient, options: Options) {
  const [listener, authenticators, zone] = await Promise.all([
    unlessGone(request(listeners.get, { params: { id: who.listener } }, options)),
    request(authentication.list, {}, options),
    // Another release may have other settings; the chain is evaluated without them.
    request(configs.getGlobalZone, {}, options).catch(() => undefined),
  ])
  const users = await readChainUsers(authenticators, who, options)
  return { session: who.session, listener, mqtt: zone?.mqtt, authenticators, users }
}

async function gatherAttempt(who: NamedClient, options: Options): Promise<AttemptFacts> {
  const [about, bans] = await Promise.all([gatherWho(who, options), gatherBans(who, options)])
  return { ...about, ...bans }
}

/** Requests the tables of the built-in database only if the chain has an enabled one: otherwise they do not exist. */
async function gatherSources(who: NamedClient, options: Options) {
  const { sources } = await request(authorization.sources, {}, options)
  const isBuiltIn = sources.some(({ type, enable }) => type === 'built_in_database' && enable)
  return { sources, builtInRules: isBuiltIn ? await readBuiltInRules(who, options) : [] }
}

async function gatherDeed(who: NamedClient, options: Options): Promise<DeedFacts> {
  const { clientid, session } = who
  const [about, chain, settings, cache = []] = await Promise.all([
    gatherWho(who, options),
    gatherSources(who, options),
    request(authorization.settings, {}, options),
    session?.connected === true
      ? unlessGone(request(clients.authorizationCache, { params: { clientid } }, options))
      : undefined,
  ])
  return { ...about, ...chain, settings, cache }
}

/** Reads everything that the answer to a question is made of, at one moment. */
async function gatherFacts(question: WhyQuestion, signal: AbortSignal): Promise<Facts> {
  const options = { signal }
  const who = await nameClient(question, options)
  if (question.as === 'session' && who.session === undefined) return { kind: 'no-session' }
  return question.wish === 'connect'
    ? { kind: 'attempt', facts: await gatherAttempt(who, options) }
    : { kind: 'deed', facts: await gatherDeed(who, options) }
}
