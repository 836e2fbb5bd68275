import { createContext } from 'react'
import * as v from 'valibot'
import type { ApiDocument } from '#kit/form/shell/form-plan.ts'

/** An action or a source that is made together with its flow. */
export interface MadeBridge {
  readonly kind: 'action' | 'source'
  readonly type: string
  readonly name: string
  /** All of its settings, secrets among them: kept nowhere but here. */
  readonly document: ApiDocument
}

export const madeId = ({ type, name }: Pick<MadeBridge, 'type' | 'name'>) => `${type}:${name}`

const usedSchema = v.object({
  sql: v.optional(v.string(), ''),
  actions: v.optional(v.array(v.unknown()), []),
})

/** What was described in the editor of a flow, and is made right before its rule is. */
export class MadeHere {
  #waiting: readonly MadeBridge[] = []

  add(one: MadeBridge): void {
    this.#waiting = [...this.#waiting.filter((other) => madeId(other) !== madeId(one)), one]
  }

  isTaken(id: string): boolean {
    return this.#waiting.some((one) => madeId(one) === id)
  }

  /** Sources, actions, then the rule: where one of them is refused, those before it are taken back. */
  readonly around = async (send: () => Promise<void>, rule: ApiDocument): Promise<void> => {
    const order = this.#waiting
      .filter((one) => isUsed(one, rule))
      .toSorted((one, other) => Number(one.kind === 'action') - Number(other.kind === 'action'))
    if (order.length === 0) await send()
    // Seldom, and not what the editor waits for.
    else await (await import('./make-together.ts')).makeTogether(order, send)
    this.#waiting = []
  }
}

/** What was removed from the flow again is not made. */
function isUsed(one: MadeBridge, rule: ApiDocument): boolean {
  const used = v.safeParse(usedSchema, rule)
  if (!used.success) return false
  const { sql, actions: all } = used.output
  return one.kind === 'action' ? all.includes(madeId(one)) : sql.includes(`/${madeId(one)}`)
}

export const MadeHereContext = createContext<MadeHere | undefined>(undefined)
