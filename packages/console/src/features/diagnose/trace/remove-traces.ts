import { type Trace, trace } from '@brokerdeck/contract/diagnose/trace.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

/** One that somebody else deleted in the meantime is deleted as well. */
async function remove({ name }: Trace, signal: AbortSignal): Promise<void> {
  try {
    await request(trace.remove, { params: { name } }, { signal })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Asks, then deletes them one after the other. Resolves to those that are gone. */
export async function removeTraces(traces: readonly Trace[]): Promise<readonly Trace[]> {
  const [only] = traces
  const nameOf = ({ name }: Trace) => visibleText(name, 80)
  const outcome = await bulk({
    items: traces,
    itemLabel: nameOf,
    run: remove,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title:
      traces.length === 1 && only !== undefined
        ? m.removeTitle
        : m.removeMany(traces.length, formatNumber(traces.length)),
    body: joinSentences(traces.length === 1 && only !== undefined && m.removeOne(nameOf(only)), m.removeBody),
    action: m.removeAction,
    told: (count, shown) => (count === 1 ? m.removed : m.removedMany(count, shown)),
    danger: true,
  })
  return outcome?.done ?? []
}
