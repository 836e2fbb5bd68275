import { type Ban, banned } from '@brokerdeck/contract/access/banned.ts'
import { describeError } from '#api/describe-problem.ts'
import { request } from '#api/http.ts'
import { isGone } from '#api/is-gone.ts'
import { banKindNames } from '#domain/client/ban-kind-names.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { bulk } from '#kit/dialogs/bulk.tsx'
import { visibleText } from '#lib/visible-text.ts'
import { m } from './messages.ts'

/** From so many on, the number is to be typed. */
const manyBans = 20

const nameOf = ({ as, who }: Ban) => `${banKindNames[as]} · ${visibleText(who, 80)}`

/** One that has ended in the meantime is lifted as well. */
async function lift({ as, who }: Ban, signal: AbortSignal): Promise<void> {
  try {
    await request(banned.remove, { params: { as, who } }, { signal })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** Asks with the count, then lifts them one at a time. Resolves to those that are gone. */
export async function unban(bans: readonly Ban[]): Promise<readonly Ban[]> {
  const [only] = bans
  const isOne = bans.length === 1 && only !== undefined
  const outcome = await bulk({
    items: bans,
    itemLabel: nameOf,
    run: lift,
    describeFailure: (error) => {
      const { title, detail } = describeError(error)
      return detail ?? title
    },
    title: isOne ? m.unbanTitle : m.unbanMany(bans.length, formatNumber(bans.length)),
    body: isOne ? `${nameOf(only)}. ${m.unbanBody}` : m.unbanBody,
    action: m.unbanAction,
    told: m.unbanned,
    danger: true,
    ...(bans.length > manyBans ? { typedName: String(bans.length) } : {}),
  })
  return outcome?.done ?? []
}
