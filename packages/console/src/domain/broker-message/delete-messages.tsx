import { describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/is-gone.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

/** From so many on, the number is to be typed. */
const manyMessages = 20

interface DeleteMessages<Row> {
  readonly rows: readonly Row[]
  readonly remove: (row: Row, signal: AbortSignal) => Promise<unknown>
  /** What it means. */
  readonly body: string
}

/** Asks with the count, then deletes them one at a time. Resolves to those that are gone. */
export async function deleteMessages<Row extends { readonly topic: string }>({
  rows,
  remove,
  body,
}: DeleteMessages<Row>): Promise<readonly Row[]> {
  const [only] = rows
  const isOne = rows.length === 1 && only !== undefined
  const outcome = await bulk({
    items: rows,
    itemLabel: ({ topic }) => visibleText(topic, 80),
    run: async (row, signal) => {
      try {
        await remove(row, signal)
      } catch (error) {
        // Somebody else was faster, or its time was over.
        if (!isGone(error)) throw error
      }
    },
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: isOne ? m.deleteTitle : m.deleteMany(rows.length, formatNumber(rows.length)),
    body: isOne ? joinSentences(m.deleteOne(visibleText(only.topic, 80)), body) : body,
    action: m.delete,
    told: m.deleted,
    danger: true,
    ...(rows.length > manyMessages ? { typedName: String(rows.length) } : {}),
  })
  return outcome?.done ?? []
}
