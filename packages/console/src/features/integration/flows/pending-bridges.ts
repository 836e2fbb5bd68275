import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { createContext } from 'react'
import * as v from 'valibot'
import { request } from '#api/http.ts'
import type { NewBridge } from '#features/integration/bridges/new-bridge-drawer.tsx'
import { flowEditor as m } from '#features/integration/flows/messages/flow-editor.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'

export const toMadeId = ({ type, name }: Pick<NewBridge, 'type' | 'name'>) => `${type}:${name}`

const usedSchema = v.object({
  sql: v.optional(v.string(), ''),
  actions: v.optional(v.array(v.unknown()), []),
})

/** Holds the actions and sources that were described in the editor of a flow and are created right before its rule. */
export class PendingBridges {
  #waiting: readonly NewBridge[] = []

  add(one: NewBridge): void {
    this.#waiting = [...this.#waiting.filter((other) => toMadeId(other) !== toMadeId(one)), one]
  }

  isTaken(id: string): boolean {
    return this.#waiting.some((one) => toMadeId(one) === id)
  }

  /**
   * Creates the sources, the actions, then the rule; if the broker rejects one of them, those created before are
   * removed.
   */
  readonly around = async (send: () => Promise<void>, rule: ApiDocument): Promise<void> => {
    const order = this.#waiting
      .filter((one) => isUsed(one, rule))
      .toSorted((one, other) => Number(one.kind === 'action') - Number(other.kind === 'action'))
    if (order.length === 0) await send()
    else await makeTogether(order, send)
    this.#waiting = []
  }
}

/** Bridges that the user removed from the flow again are not created. */
function isUsed(one: NewBridge, rule: ApiDocument): boolean {
  const used = v.safeParse(usedSchema, rule)
  if (!used.success) return false
  const { sql, actions: all } = used.output
  return one.kind === 'action' ? all.includes(toMadeId(one)) : sql.includes(`/${toMadeId(one)}`)
}

const endpoints = { action: actions, source: sources }

/** Creates the bridges one after the other, then sends the rest; after an error, removes what was created. */
async function makeTogether(order: readonly NewBridge[], send: () => Promise<void>): Promise<void> {
  const made: NewBridge[] = []
  try {
    for (const one of order) {
      const { kind, type, name, document } = one
      await request(endpoints[kind].create, { body: { ...document, type, name } })
      made.push(one)
    }
    await send()
  } catch (error) {
    await takeBack(made)
    throw error
  }
}

async function takeBack(made: readonly NewBridge[]): Promise<void> {
  const left: string[] = []
  for (const one of made.toReversed()) {
    try {
      await request(endpoints[one.kind].remove, { params: { id: toMadeId(one) } })
    } catch {
      // One error message reports all bridges that could not be removed.
      left.push(toMadeId(one))
    }
  }
  if (left.length > 0) notify.failure(m.leftOver, left.join(', '))
}

export const MadeHereContext = createContext<PendingBridges | undefined>(undefined)
