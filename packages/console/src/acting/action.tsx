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

/** Executes a change of one item; rejects if it failed. */
export type Mutation<Item> = (item: Item, signal?: AbortSignal) => Promise<unknown>

/** Sends one request. The queries that it refreshes are declared at the endpoint. */
export function send<E extends Endpoint, Item>(
  endpoint: E,
  given: (item: Item) => RequestOf<E>,
  options: { readonly timeoutMs?: number } = {},
): Mutation<Item> {
  return (item, signal) =>
    request(endpoint, given(item), signal === undefined ? options : { ...options, signal })
}

interface Common<Item> {
  /** Returns the reason why the action is disabled for this item, beside missing write access. */
  readonly findDisabledReason?: (item: Item) => string | undefined
  /** True if the action removes the item: it then also succeeds if another user has removed the item already. */
  readonly takesAway?: boolean
}

interface WithOne<Item> extends Common<Item> {
  /** Returns the confirmation and its explanation; undefined if none is needed. */
  readonly ask?: (item: Item) => ConfirmRequest | undefined
  readonly successMessage: (item: Item) => string
}

interface WithMany<Item> extends Common<Item> {
  /** Returns the name of an item for the list of failures. */
  readonly formatName: (item: Item) => string
  /** `only` is the item if there is exactly one. */
  readonly ask: (items: readonly Item[], only: Item | undefined) => ConfirmRequest
  readonly successMessage: (count: number, shown: string, only: Item | undefined) => string
}

export interface Action<Item> {
  /** Returns the reason why the action is disabled for the current user. */
  readonly findDisabledReason: (item: Item) => string | undefined
  /** Asks for confirmation, executes the action, and reports the result. Resolves to true if it succeeded. */
  readonly run: (item: Item, onSending?: (isSending: boolean) => void) => Promise<boolean>
}

export interface BulkAction<Item> {
  readonly findDisabledReason: (item: Item) => string | undefined
  /**
   * Confirms with the number of items, then processes a few at a time, and can be stopped and retried. Resolves to
   * the items that succeeded.
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Item[]>
}

/** Above this number, the user has to type the number of items, so that one click cannot end a thousand connections. */
const many = 20

/** Defines an action of an operator: its permission, its confirmation, its request, and its message on success. */
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
  { ask, successMessage }: WithOne<Item>,
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
  notify.success(successMessage(item))
  return true
}

async function runMany<Item>(
  act: Mutation<Item>,
  { formatName, ask, successMessage }: WithMany<Item>,
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
    successMessage: (count, shown) => successMessage(count, shown, only),
  })
  return outcome?.done ?? []
}

/** Tells the button of an action whether its request is in progress. */
export function useActionSending<Item>({ run }: Action<Item>) {
  const [isSending, setSending] = useState(false)
  return { isSending, run: (item: Item) => run(item, setSending) }
}

/** Formats a count for the texts of an action, such as "3 bans" and "1 ban". */
export function tellCount<T>(items: readonly unknown[], words: (count: number, shown: string) => T): T {
  return words(items.length, formatNumber(items.length))
}

/** Shows the error of a failed action. */
export function tellFailure(error: unknown): void {
  void import('#api/failure-cause/explain-error.ts')
    .then(({ explainError }) => explainError(error))
    // If the server is unreachable, the module with the causes cannot be loaded either.
    .catch(() => describeError(error))
    .then(({ title, detail }) => notify.failure(title, detail))
}
