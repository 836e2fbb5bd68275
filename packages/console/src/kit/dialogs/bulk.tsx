import { lazy, type ReactNode } from 'react'
import { formatNumber } from '#i18n/format-number.ts'
import { joinFacts } from '#i18n/sentences.ts'
import { dialogs as m } from '#kit/messages/page.ts'
import type { BulkOutcome } from '#lib/run-bulk.ts'
import { askDialog, type ConfirmRequest } from './dialog-store.ts'
import { notify } from './notify.tsx'

export interface BulkRequest<Item> extends ConfirmRequest {
  /** The items, counted before the confirmation is shown: `title` states their number. */
  readonly items: readonly Item[]
  readonly itemLabel: (item: Item) => string
  readonly run: (item: Item, signal: AbortSignal) => Promise<unknown>
  readonly describeFailure: (error: unknown) => ReactNode
  /** Returns the notice that states how many items were processed: "3 bans removed". */
  readonly successMessage: (count: number, shown: string) => string
  readonly concurrency?: number
}

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))

/**
 * Asks for confirmation, then applies an action to many items, with progress, a way to stop, and a list of failures
 * that can be retried. Resolves when the dialog has closed and a notice shows the counts; resolves to undefined if
 * the action was not confirmed.
 */
export async function bulk<Item>(request: BulkRequest<Item>): Promise<BulkOutcome<Item> | undefined> {
  const { items, itemLabel, run, describeFailure, successMessage, concurrency, ...asked } = request
  // The dialog knows the items by their position, so it needs no type parameter.
  const work = {
    count: items.length,
    label: (index: number) =>
      items
        .slice(index, index + 1)
        .map(itemLabel)
        .join(''),
    run: async (index: number, signal: AbortSignal) => {
      for (const item of items.slice(index, index + 1)) await run(item, signal)
    },
    describeFailure,
    concurrency,
  }
  const pick = (indexes: readonly number[]) => indexes.flatMap((index) => items.slice(index, index + 1))
  const outcome = await askDialog<BulkOutcome<Item> | undefined>((answer) => (
    <BulkDialog
      {...asked}
      work={work}
      onAnswer={(outcome) =>
        answer(
          outcome && {
            done: pick(outcome.done),
            skipped: pick(outcome.skipped),
            failed: outcome.failed.flatMap(({ item, error }) =>
              pick([item]).map((each) => ({ item: each, error })),
            ),
          },
        )
      }
    />
  ))
  if (outcome !== undefined) tellOutcome(outcome, successMessage)
  return outcome
}

function tellOutcome(
  { done, failed, skipped }: BulkOutcome<unknown>,
  successMessage: BulkRequest<unknown>['successMessage'],
) {
  const rest = joinFacts([
    ...(failed.length === 0 ? [] : [m.failures(formatNumber(failed.length))]),
    ...(skipped.length === 0 ? [] : [m.notBegun(formatNumber(skipped.length))]),
  ])
  const title = successMessage(done.length, formatNumber(done.length))
  if (rest === '') notify.success(title)
  else notify.warning(done.length === 0 ? rest : title, done.length === 0 ? undefined : rest)
}
