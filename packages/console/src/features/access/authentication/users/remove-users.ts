import { type AuthnUser, authentication } from '@brokerdeck/contract/access/authentication.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

/** From so many on, the number is to be typed. */
const manyUsers = 20

const nameOf = ({ user_id }: AuthnUser) => visibleText(user_id, 80)

/** Asks, then deletes them a few at a time. Resolves to those that are gone. */
export async function removeUsers(id: string, users: readonly AuthnUser[]): Promise<readonly AuthnUser[]> {
  const [only] = users
  const isOne = users.length === 1 && only !== undefined
  const remove = async ({ user_id }: AuthnUser, signal: AbortSignal) => {
    try {
      await request(authentication.removeUser, { params: { id, user_id } }, { signal })
    } catch (error) {
      // Somebody else has deleted it meanwhile.
      if (!isGone(error)) throw error
    }
  }
  const outcome = await bulk({
    items: users,
    itemLabel: nameOf,
    run: remove,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: isOne ? m.removeTitle : m.removeMany(users.length, formatNumber(users.length)),
    body: isOne ? joinSentences(m.removeOne(nameOf(only)), m.removeBody) : m.removeManyBody,
    action: m.remove,
    told: (count, shown) => (isOne ? m.removed(nameOf(only)) : m.removedMany(count, shown)),
    danger: true,
    ...(users.length > manyUsers ? { typedName: String(users.length) } : {}),
  })
  return outcome?.done ?? []
}
