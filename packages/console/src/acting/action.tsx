import type { Endpoint, RequestOf } from '@brokerdeck/contract/endpoint.ts'
import { useState } from 'react'
import { refreshAfter } from '#api/connection.ts'
import { describeError, saysItIsAbsent } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { confirm } from '#kit/dialogs/confirm.tsx'
import type { ConfirmRequest } from '#kit/dialogs/dialog-store.ts'
import { notify } from '#kit/dialogs/notify.tsx'

/** What is done with one. Rejects if it was not. */
export type Mutation<Item> = (item: Item, signal?: AbortSignal) => Promise<unknown>

/** One request. What it refreshes stands at the endpoint. */
export function send<E extends Endpoint, Item>(
  endpoint: E,
  given: (item: Item) => RequestOf<E>,
  options: { readonly timeoutMs?: number } = {},
): Mutation<Item> {
  return (item, signal) =>
    request(endpoint, given(item), signal === undefined ? options : { ...options, signal })
}

interface Common<Item> {
  /** Why it cannot be done with this one, beside the right to change anything. */
  readonly findDisabledReason?: (item: Item) => string | undefined
  /** Afterwards it is no longer there: what somebody else took away in the meantime is done as well. */
  readonly takesAway?: boolean
}

interface WithOne<Item> extends Common<Item> {
  /** The question before it, with what it means; undefined where there is none to ask. */
  readonly ask?: (item: Item) => ConfirmRequest | undefined
  readonly told: (item: Item) => string
}

interface WithMany<Item> extends Common<Item> {
  /** How one is named in the list of those that failed. */
  readonly formatName: (item: Item) => string
  /** `only`: the one, if there are no others. */
  readonly ask: (items: readonly Item[], only: Item | undefined) => ConfirmRequest
  readonly told: (count: number, shown: string, only: Item | undefined) => string
}

export interface Action<Item> {
  /** Why it is not offered, in words for whoever is signed in. */
  readonly findDisabledReason: (item: Item) => string | undefined
  /** Asks, does it, and tells what came of it. Resolves to whether it was done. */
  readonly run: (item: Item, onSending?: (isSending: boolean) => void) => Promise<boolean>
}

export interface BulkAction<Item> {
  readonly findDisabledReason: (item: Item) => string | undefined
  /** Asks with the count, then does it a few at a time, to be stopped and to be tried again. Resolves to those it was done with. */
  readonly run: (items: readonly Item[]) => Promise<readonly Item[]>
}

/** From so many on, the number is to be typed: nobody ends a thousand connections with one click. */
const many = 20

/** Something that an operator does: who may, what is asked before, what is sent, and what is said afterwards. */
export function action<Item>(deed: Mutation<Item>, spec: WithMany<Item>): BulkAction<Item>
export function action<Item>(deed: Mutation<Item>, spec: WithOne<Item>): Action<Item>
export function action<Item>(
  deed: Mutation<Item>,
  spec: WithOne<Item> | WithMany<Item>,
): Action<Item> | BulkAction<Item> {
  const findDisabledReason = (item: Item) => whyNoWrite() ?? spec.findDisabledReason?.(item)
  const act: Mutation<Item> = async (item, signal) => {
    try {
      await deed(item, signal)
    } catch (error) {
      if (spec.takesAway !== true || !saysItIsAbsent(error)) throw error
    }
  }
  return 'formatName' in spec
    ? { findDisabledReason, run: (items: readonly Item[]) => refreshAfter(() => runMany(act, spec, items)) }
    : { findDisabledReason, run: (item, onSending) => runOne(act, spec, item, onSending) }
}

async function runOne<Item>(
  act: Mutation<Item>,
  { ask, told }: WithOne<Item>,
  item: Item,
  onSending: (isSending: boolean) => void = () => undefined,
): Promise<boolean> {
  const question = ask?.(item)
  if (question !== undefined && !(await confirm(question))) return false
  onSending(true)
  try {
    await refreshAfter(() => act(item))
  } catch (error) {
    tellFailure(error)
    return false
  } finally {
    onSending(false)
  }
  notify.success(told(item))
  return true
}

async function runMany<Item>(
  act: Mutation<Item>,
  { formatName, ask, told }: WithMany<Item>,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const only = items.length === 1 ? items[0] : undefined
  const outcome = await bulk({
    items,
    itemLabel: formatName,
    run: act,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    danger: true,
    ...(items.length > many ? { typedName: String(items.length) } : {}),
    ...ask(items, only),
    told: (count, shown) => told(count, shown, only),
  })
  return outcome?.done ?? []
}

/** For the button of an action: whether its request is under way. */
export function useActionSending<Item>({ run }: Action<Item>) {
  const [isSending, setSending] = useState(false)
  return { isSending, run: (item: Item) => run(item, setSending) }
}

/** "3 bans" and "1 ban": a count as the words of an action take it. */
export function tellCount<T>(items: readonly unknown[], words: (count: number, shown: string) => T): T {
  return words(items.length, formatNumber(items.length))
}

/** Says what went wrong with something that was done. */
export function tellFailure(error: unknown): void {
  void import('#api/failure-cause/explain-error.ts')
    .then(({ explainError }) => explainError(error))
    // A server that is away has no more files either.
    .catch(() => describeError(error))
    .then(({ title, detail }) => notify.failure(title, detail))
}
