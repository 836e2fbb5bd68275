import { actions } from '@brokerdeck/contract/integration/actions.ts'
import { sources } from '@brokerdeck/contract/integration/sources.ts'
import { request } from '#api/http.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import { flowEditor as m } from '../messages/flow-editor.ts'
import { type MadeBridge, madeId } from './made-here.ts'

const endpoints = { action: actions, source: sources }

/** One after the other, then the rest; where something is refused, what was made is taken back. */
export async function makeTogether(order: readonly MadeBridge[], send: () => Promise<void>): Promise<void> {
  const made: MadeBridge[] = []
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

async function takeBack(made: readonly MadeBridge[]): Promise<void> {
  const left: string[] = []
  for (const one of made.toReversed()) {
    try {
      await request(endpoints[one.kind].remove, { params: { id: madeId(one) } })
    } catch {
      // Said once, with all that is left.
      left.push(madeId(one))
    }
  }
  if (left.length > 0) notify.failure(m.leftOver, left.join(', '))
}
