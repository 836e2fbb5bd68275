import { describeError } from '#api/describe-problem.ts'
import { isGone } from '#api/is-gone.ts'
import { AccessPreview } from '#features/access/access-walk/preview/access-preview.tsx'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'
import type { OwnRules, RuleOwners } from './rule-owners.ts'

/** From so many on, the number is to be typed. */
const many = 20

const nameOf = ({ id }: OwnRules) => visibleText(id, 80)

/** Asks, then deletes the rules of some a few at a time. Resolves to those whose rules are gone. */
export async function removeRules(
  owners: RuleOwners,
  rows: readonly OwnRules[],
): Promise<readonly OwnRules[]> {
  const [only] = rows
  const isOne = rows.length === 1 && only !== undefined
  const remove = async ({ id }: OwnRules, signal: AbortSignal) => {
    try {
      await owners.remove(id, signal)
    } catch (error) {
      // Somebody else has deleted them meanwhile.
      if (!isGone(error)) throw error
    }
  }
  const change = { rules: owners.change(rows.map(({ id }) => ({ id, rules: [] }))) }
  const outcome = await bulk({
    items: rows,
    itemLabel: nameOf,
    run: remove,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: isOne ? m.removeTitle : m.removeMany(rows.length, formatNumber(rows.length)),
    body: (
      <>
        <p>{joinSentences(isOne && m.removeOne(nameOf(only)), m.removeBody)}</p>
        <AccessPreview change={change} />
      </>
    ),
    size: 640,
    action: m.remove,
    told: (count, shown) => (isOne ? m.removed(nameOf(only)) : m.removedMany(count, shown)),
    danger: true,
    ...(rows.length > many ? { typedName: String(rows.length) } : {}),
  })
  return outcome?.done ?? []
}
