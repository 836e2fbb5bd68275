import type { Endpoint } from '@brokerdeck/contract/endpoint.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { FormOutcome } from '#kit/form/shell/form-plan.ts'
import { endpointForm as m } from './messages.ts'
import { outcomeOf } from './write-plan.ts'

/** A list that the broker takes only as a whole: whoever writes last wins, so it is read again before. */
export interface WholeList<Row> {
  readonly endpoint: Endpoint
  readonly read: () => Promise<readonly Row[]>
  readonly write: (rows: readonly Row[]) => Promise<unknown>
}

/** What is to become of the list; undefined if the row that was meant is no longer there. */
export type ListChange<Row> = (rows: readonly Row[]) => readonly Row[] | undefined

export interface ListOutcome<Row> {
  readonly outcome: FormOutcome
  /** As it was when it was read last. */
  readonly rows: readonly Row[]
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const refused = (title: string): FormOutcome => ({ kind: 'refused', title, fields: [] })

/** Writes the list changed, unless it is no longer the one that was `shown`. */
export async function changeList<Row>(
  client: QueryClient,
  list: WholeList<Row>,
  shown: readonly Row[],
  change: ListChange<Row>,
): Promise<ListOutcome<Row>> {
  let rows = shown
  try {
    rows = await list.read()
    if (!same(rows, shown)) return { outcome: refused(m.listChanged), rows }
    const next = change(rows)
    if (next === undefined) return { outcome: refused(m.rowGone), rows }
    await list.write(next)
    rows = next
    return { outcome: { kind: 'applied' }, rows }
  } catch (error) {
    return { outcome: outcomeOf(error), rows }
  } finally {
    // At once, so that the next step is not refused because of this one.
    client.setQueryData([list.endpoint.path, {}], rows)
  }
}

/** Takes the place of the row that stands there, if it still does. */
export const replaceRow =
  <Row>(at: number, before: Row, row: Row): ListChange<Row> =>
  (rows) =>
    same(rows[at], before) ? rows.with(at, row) : undefined

export const addRow =
  <Row>(row: Row): ListChange<Row> =>
  (rows) => [...rows, row]

export const removeRow =
  <Row>(at: number, before: Row): ListChange<Row> =>
  (rows) =>
    same(rows[at], before) ? rows.toSpliced(at, 1) : undefined

export const moveRow =
  <Row>(at: number, before: Row, by: 1 | -1): ListChange<Row> =>
  (rows) =>
    same(rows[at], before) ? rows.toSpliced(at, 1).toSpliced(at + by, 0, before) : undefined
