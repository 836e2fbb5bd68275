import { authorization } from '@brokerdeck/contract/access/authorization.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { request } from '#api/http.ts'
import { runInSlices, type SlicedWork } from '#lib/run-in-slices.ts'
import type { AccessChange } from '../preview/access-change.ts'
import { type AccessPolicy, policiesOf } from '../preview/access-policy.ts'
import type { AccessSurroundings } from '../preview/access-sample.ts'
import { readSurroundings } from '../preview/read-surroundings.ts'
import { type HitSample, namedBy, readHitSample } from './read-hit-sample.ts'
import { type AskedRule, type RuleHits, ruleHits } from './rule-hits.ts'

interface Knowledge {
  readonly sources: Parameters<typeof policiesOf>[0]['sources']
  readonly noMatch: Parameters<typeof policiesOf>[0]['noMatch']
  readonly sample: HitSample
  readonly surroundings: AccessSurroundings
}

/** All that is needed, read at one moment: what was true a minute ago is no answer to "whom does it hit". */
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

export interface FoundHits {
  readonly asked: AskedRule
  /** The rules of the file are not applied yet. */
  readonly isEdited: boolean
  readonly hits: RuleHits
  readonly policy: AccessPolicy
  readonly sample: HitSample
  readonly isRewritten: boolean
}

/** The file with the text that stands in a form; nothing where that is what the broker has. */
function changeOf(sources: Knowledge['sources'], text: string | undefined): AccessChange {
  const there = sources.find(({ type }) => type === 'file')
  if (text === undefined || there?.['rules'] === text) return {}
  return { source: { ...(there ?? { type: 'file', enable: true }), rules: text } }
}

function* findHits(
  asked: AskedRule,
  fileText: string | undefined,
  { sources, noMatch, sample, surroundings }: Knowledge,
): SlicedWork<FoundHits> {
  const change = changeOf(sources, fileText)
  const { after } = yield* policiesOf({ sources, noMatch, rules: surroundings.rules }, change)
  const hits = yield* ruleHits(asked, after, sample, surroundings)
  const isRewritten = surroundings.isRewritten === true
  return { asked, hits, policy: after, sample, isRewritten, isEdited: change.source !== undefined }
}

/** Whom a rule hits; one of an ACL file by the text of the file that stands in a form. */
export function useRuleHits(asked: AskedRule, fileText: string | undefined) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['rule-hits', asked.source, namedBy(asked.who) ?? 'some'],
    queryFn: ({ signal }) => readKnowledge(asked, signal),
    gcTime: 0,
  })
  const [found, setFound] = useState<FoundHits>()
  useEffect(() => {
    if (data === undefined) return
    const stop = new AbortController()
    void runInSlices(findHits(asked, fileText, data), stop.signal).then((result) => {
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
