import { exhooks } from '@brokerdeck/contract/extensions/exhooks.ts'
import { describeError, getProblem } from '#api/errors.ts'
import { parseBody } from '#resource/endpoint-form/parse-body.ts'
import type { AskCluster } from './ask.ts'
import { planHookMoves } from './hook-servers.ts'
import { promotionRun as m } from './messages.ts'

/** Lists the hook servers in the order in which the broker calls them. */
export const listHooks = (ask: AskCluster) => ask(exhooks.list, {})

export async function saveHook(
  ask: AskCluster,
  name: string,
  body: unknown,
  isNew: boolean,
): Promise<unknown> {
  const { create, update } = exhooks
  if (isNew) return await ask(create, { body: parseBody(create.body, body) })
  return await ask(update, { params: { name }, body: parseBody(update.body, body) })
}

export const removeHook = (ask: AskCluster, name: string) => ask(exhooks.remove, { params: { name } })

const listNames = async (ask: AskCluster) => (await ask(exhooks.list, {})).map(({ name }) => name)

/** Sorts the present servers: the servers that the second argument names come first. */
type Arrange = (present: readonly string[], wanted: unknown) => readonly string[]

/**
 * Moves one server at a time. If a move is refused, the earlier moves are undone. If undoing fails, the error is no
 * refusal, because some of the servers were moved.
 */
export async function orderHooks(ask: AskCluster, order: unknown, arrange: Arrange): Promise<void> {
  const before = await listNames(ask)
  let taken = 0
  try {
    await moveHooks(ask, before, arrange(before, order), () => {
      taken += 1
    })
  } catch (error) {
    if (taken === 0) throw error
    if (getProblem(error)?.kind !== 'rejected') throw toMovedError(error)
    try {
      const now = await listNames(ask)
      await moveHooks(ask, now, arrange(now, before))
    } catch (again) {
      throw toMovedError(again)
    }
    throw error
  }
}

function toMovedError(error: unknown): Error {
  const { title, detail = title } = describeError(error)
  return new Error(m.leftMoved(detail), { cause: error })
}

async function moveHooks(
  ask: AskCluster,
  present: readonly string[],
  wanted: readonly string[],
  onMoved?: () => void,
): Promise<void> {
  for (const { name, position } of planHookMoves(present, wanted)) {
    await ask(exhooks.move, { params: { name }, body: { position } })
    onMoved?.()
  }
}
