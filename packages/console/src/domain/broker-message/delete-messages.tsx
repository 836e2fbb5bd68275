import { action, type BulkAction, type Mutation, tellCount } from '#acting/action.tsx'
import { joinSentences } from '#i18n/sentences.ts'
import { visibleText } from '#lib/visible-text.ts'
import { brokerMessage as m } from './messages.ts'

/** Deletes stored messages of the broker; `body` explains the consequences. */
export function deleteMessages<Row extends { readonly topic: string }>(
  remove: Mutation<Row>,
  body: string,
  disabledReason: (row: Row) => string | undefined = () => undefined,
): BulkAction<Row> {
  const formatTopic = ({ topic }: Row) => visibleText(topic, 80)
  return action(remove, {
    takesAway: true,
    findDisabledReason: disabledReason,
    formatName: formatTopic,
    ask: (rows, only) => ({
      title: only === undefined ? tellCount(rows, m.deleteMany) : m.deleteTitle,
      body: only === undefined ? body : joinSentences(m.deleteOne(formatTopic(only)), body),
      action: m.delete,
      interrupts: 'nothing',
    }),
    successMessage: m.deleted,
  })
}
