import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { clients } from '@brokerdeck/contract/traffic/clients.ts'
import { subscriptions } from '@brokerdeck/contract/traffic/subscriptions.ts'
import type { AccessRuleSubject } from '@brokerdeck/languages/access-rules/access-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '#api/http.ts'
import type { AccessSession } from '#features/access/access-evaluation/access-facts.ts'
import type { AccessChange } from '#features/access/access-evaluation/preview/access-change.ts'
import {
  type AccessPolicy,
  buildAccessPolicies,
} from '#features/access/access-evaluation/preview/access-policy.ts'
import type {
  AccessSample,
  AccessSurroundings,
} from '#features/access/access-evaluation/preview/access-sample.ts'
import { mostSampled, readSample } from '#features/access/access-evaluation/preview/read-sample.ts'
import { readSurroundings } from '#features/access/access-evaluation/preview/read-surroundings.ts'
import { runBulk } from '#lib/run-bulk.ts'
import { runInSlices, type SlicedWork } from '#lib/run-in-slices.ts'
import { type AskedRule, type RuleMatches, ruleMatches } from './rule-matches.ts'

interface Knowledge {
  readonly sources: Parameters<typeof buildAccessPolicies>[0]['sources']
  readonly noMatch: Parameters<typeof buildAccessPolicies>[0]['noMatch']
  readonly sample: HitSample
  readonly surroundings: AccessSurroundings
}

/** Reads everything that is needed at one moment: cached data of a minute ago does not show whom the rule hits now. */
async function readKnowledge({ who, source }: AskedRule, signal: AbortSignal): Promise<Knowledge> {
  const [{ sources }, { no_match: noMatch }, sample] = await Promise.all([
    request(authorization.sources, {}, { signal }),
    request(authorization.settings, {}, { signal }),
    readHitSample(who, signal),
  ])
  const hasRules = source === 'built_in_database' || sources.some(({ type }) => type === 'built_in_database')
  const surroundings = await readSurroundings([...sample.sessions.values()], hasRules, signal)
  return { sources, noMatch, sample, surroundings }
}

export interface FoundMatches {
  readonly asked: AskedRule
  /** True if the rules of the file are not applied yet. */
  readonly isEdited: boolean
  readonly matches: RuleMatches
  readonly policy: AccessPolicy
  readonly sample: HitSample
  readonly isRewritten: boolean
}

/**
 * Returns a change that puts the form's text into the file source; an empty change if the broker already has that
 * text.
 */
function toFileChange(sources: Knowledge['sources'], text: string | undefined): AccessChange {
  const there = sources.find(({ type }) => type === 'file')
  if (text === undefined || there?.['rules'] === text) return {}
  return { source: { ...(there ?? { type: 'file', enable: true }), rules: text } }
}

function* findMatches(
  asked: AskedRule,
  fileText: string | undefined,
  { sources, noMatch, sample, surroundings }: Knowledge,
): SlicedWork<FoundMatches> {
  const change = toFileChange(sources, fileText)
  const { after } = yield* buildAccessPolicies({ sources, noMatch, rules: surroundings.rules }, change)
  const matches = yield* ruleMatches(asked, after, sample, surroundings)
  const isRewritten = surroundings.isRewritten === true
  return { asked, matches, policy: after, sample, isRewritten, isEdited: change.source !== undefined }
}

/** Finds the clients that a rule hits. For a rule of an ACL file, the text of the file in the form is used. */
export function useRuleMatches(asked: AskedRule, fileText: string | undefined) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rule-matches', asked.source, findNamed(asked.who) ?? 'some'],
    queryFn: ({ signal }) => readKnowledge(asked, signal),
    gcTime: 0,
  })
  const [found, setFound] = useState<FoundMatches>()
  useEffect(() => {
    if (data === undefined) return
    const stop = new AbortController()
    void runInSlices(findMatches(asked, fileText, data), stop.signal).then((result) => {
      if (result !== undefined) setFound(result)
    })
    return () => stop.abort()
  }, [data, asked, fileText])
  return {
    found: found?.asked === asked ? found : undefined,
    error,
    isFetching,
    refetch: () => void refetch(),
  }
}

interface HitSample extends AccessSample {
  /** The number of clients that match the request, as the broker reports it. */
  readonly totalClients: number
  /** True if the clients that the rule names were requested, and not a sample of all clients. */
  readonly isOfNamed: boolean
}

type ClientFilter =
  | { readonly clientid: string[] }
  | { readonly username: string[] }
  | { readonly ip_address: string }

/** The maximum length of a name, because the name is part of the URL. */
const longestName = 1000

/**
 * Returns a filter that requests the clients that a rule can be for; undefined if only a sample of all clients can be
 * looked at.
 */
export function findNamed(who: AccessRuleSubject): ClientFilter | undefined {
  if (who.kind === 'and') return who.of.map(findNamed).find((named) => named !== undefined)
  if (who.kind === 'ipaddr') return /^\d+\.\d+\.\d+\.\d+$/.test(who.net) ? { ip_address: who.net } : undefined
  if (who.kind !== 'clientid' && who.kind !== 'username') return undefined
  const { text, isPattern } = who
  if (isPattern || text === '' || text.length > longestName || /\p{Surrogate}/u.test(text)) return undefined
  return who.kind === 'clientid' ? { clientid: [text] } : { username: [text] }
}

/** The maximum number of clients of one name or one address whose subscriptions are requested. */
const mostNamed = 50

async function readNamed(named: ClientFilter, signal: AbortSignal): Promise<HitSample> {
  const options = { signal }
  const { data, meta } = await request(
    clients.list,
    { query: { ...named, conn_state: 'connected', limit: mostNamed } },
    options,
  )
  const found: AccessSample['subscriptions'][number][] = []
  let total = 0
  const { failed } = await runBulk({
    items: data,
    run: async ({ clientid }) => {
      const limit = Math.ceil(mostSampled / data.length)
      const answer = await request(subscriptions.list, { query: { clientid, limit } }, options)
      found.push(...answer.data)
      total += Math.max(answer.meta.count ?? 0, answer.data.length)
    },
    signal,
  })
  const [failure] = failed
  if (failure !== undefined) throw failure.error
  const sessions = new Map<string, AccessSession>(data.map((session) => [session.clientid, session]))
  const totalClients = Math.max(meta.count ?? 0, data.length)
  return { subscriptions: found, total, sessions, totalClients, isOfNamed: true }
}

async function readSome(signal: AbortSignal): Promise<HitSample> {
  const query = { conn_state: 'connected', limit: mostSampled } as const
  const [sample, { data, meta }] = await Promise.all([
    readSample(signal),
    request(clients.list, { query }, { signal }),
  ])
  const sessions = new Map([
    ...data.map((session) => [session.clientid, session] as const),
    ...sample.sessions,
  ])
  const totalClients = Math.max(meta.count ?? 0, data.length)
  return { ...sample, sessions, totalClients, isOfNamed: false }
}

/**
 * Reads the clients and subscriptions in which a rule's hits are looked for. Their number is bounded, since the
 * broker is busy with devices.
 */
function readHitSample(who: AccessRuleSubject, signal: AbortSignal): Promise<HitSample> {
  const named = findNamed(who)
  return named === undefined ? readSome(signal) : readNamed(named, signal)
}
