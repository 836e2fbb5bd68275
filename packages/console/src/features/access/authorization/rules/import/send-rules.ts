import { hasNextPage } from '@brokerdeck/contract/paging.ts'
import { getProblem } from '#api/errors.ts'
import type { SendingControl } from '#domain/access/checked-import/use-sending.ts'
import type { RuleOwners } from '#features/access/authorization/rules/rule-owners.ts'
import type { OwnEntry } from './entry-ledger.ts'

/** The handling of names that already have rules. */
export type Existing = 'replace' | 'skip'

interface FailedEntry<Entry> {
  readonly entry: Entry
  readonly error: unknown
}

export interface SentRules<Entry> {
  readonly created: number
  readonly replaced: number
  readonly skipped: number
  /** The entries that the broker refused one by one. */
  readonly failed: readonly FailedEntry<Entry>[]
  /** The number of entries that were not sent, because the import was stopped or the broker no longer responds. */
  readonly unsent: number
  /** The error that ended the import early. */
  readonly endedBy?: unknown
}

/** The maximum number of names, and of rules, in one request. */
const mostEntries = 500
const mostRules = 5000

/** The number of parts into which a refused request is split for another attempt, down to single names. */
const parts = 8

function* portions<Entry extends OwnEntry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
  let some: Entry[] = []
  let rules = 0
  for (const entry of entries) {
    if (some.length === mostEntries || (some.length > 0 && rules + entry.rules.length > mostRules)) {
      yield some
      some = []
      rules = 0
    }
    some.push(entry)
    rules += entry.rules.length
  }
  if (some.length > 0) yield some
}

/**
 * Sends a few requests at a time, since the broker also serves devices. Waits for all responses before it returns or
 * throws.
 */
async function together(sending: readonly (() => Promise<void>)[]): Promise<void> {
  const results = await Promise.allSettled(sending.map((one) => one()))
  const broken = results.find(({ status }) => status === 'rejected')
  if (broken?.status === 'rejected') throw broken.reason
}

/** Tells whether the broker refused the content of a request, rather than the user who sent it, or did not respond. */
function isRefusal(error: unknown): boolean {
  const problem = getProblem(error)
  if (problem?.kind === 'unaddressable') return true
  return (
    problem?.kind === 'rejected' && ![403, 502, 503, 504].includes(problem.status) && problem.status !== 429
  )
}

function isThere(error: unknown): boolean {
  const problem = getProblem(error)
  return problem?.kind === 'rejected' && problem.status === 409
}

/** The numbers of names that are read at a time to find existing names; each size is twice the next one. */
const pageSizes = [200, 100, 50, 25]
const smallestPage = 25
/** The maximum number of rules on a page: names come with all their rules, and a response is read as a whole. */
const rulesAtOnce = 2500

/** Returns the names that already have rules, as far as finding out takes fewer requests than there are entries. */
async function readKnownNames(
  ask: RuleOwners['ask'],
  entries: readonly OwnEntry[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const wanted = new Set(entries.map(({ id }) => id))
  const known = new Set<string>()
  let limit = smallestPage
  let rules = 0
  for (let read = 0; ; ) {
    const { data, meta } = await ask({ page: read / limit + 1, limit, like: undefined }, signal)
    read += limit
    for (const one of data) {
      rules += one.rules.length
      if (wanted.has(one.id)) known.add(one.id)
    }
    const fitting = pageSizes.filter((size) => (size * rules) / read <= rulesAtOnce)
    const isFarther = (meta.count ?? 0) / (fitting[0] ?? smallestPage) > entries.length
    if (isFarther || !hasNextPage(meta)) return known
    // The next page must begin where the last page ended.
    limit = fitting.find((size) => read % size === 0) ?? smallestPage
  }
}

/**
 * Creates the rules of many names at a time. The broker accepts a request as a whole or not at all; for a refused
 * request, it finds out which names exist already and which names the broker refuses.
 */
export async function sendRules<Entry extends OwnEntry>(
  owners: Pick<RuleOwners, 'ask' | 'createAll' | 'put'>,
  { entries, existing }: { readonly entries: readonly Entry[]; readonly existing: Existing },
  { signal, onProgress }: SendingControl,
): Promise<SentRules<Entry>> {
  const failed: FailedEntry<Entry>[] = []
  const counts = { created: 0, replaced: 0, skipped: 0 }
  const countHandled = () => counts.created + counts.replaced + counts.skipped + failed.length
  const count = (what: keyof typeof counts, by = 1) => {
    counts[what] += by
    onProgress(countHandled() / entries.length)
  }
  const replace = async (entry: Entry) => {
    if (existing === 'skip') return count('skipped')
    try {
      await owners.put(entry, signal)
      count('replaced')
    } catch (error) {
      if (!isRefusal(error)) throw error
      failed.push({ entry, error })
    }
  }
  const send = async (some: readonly Entry[]): Promise<void> => {
    signal.throwIfAborted()
    try {
      await owners.createAll(some, signal)
      count('created', some.length)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const [only] = some
      if (some.length > 1) return await sendParts(some)
      if (only === undefined) return
      if (isThere(error)) await replace(only)
      else failed.push({ entry: only, error })
    }
  }
  const sendParts = async (some: readonly Entry[]) => {
    const size = Math.ceil(some.length / parts)
    const starts = Array.from({ length: Math.ceil(some.length / size) }, (_, at) => at * size)
    const sending = starts.map((at) => () => send(some.slice(at, at + size)))
    if (size > 1) for (const one of sending) await one()
    else await together(sending)
  }
  const sendAll = async () => {
    const known = await readKnownNames(owners.ask, entries, signal)
    for (const some of portions(entries)) {
      const there = some.filter(({ id }) => known.has(id))
      if (there.length < some.length) await send(some.filter(({ id }) => !known.has(id)))
      for (let at = 0; at < there.length; at += parts) {
        signal.throwIfAborted()
        await together(there.slice(at, at + parts).map((entry) => () => replace(entry)))
      }
    }
  }
  try {
    await sendAll()
    return { ...counts, failed, unsent: 0 }
  } catch (error) {
    return { ...counts, failed, unsent: entries.length - countHandled(), endedBy: error }
  }
}
