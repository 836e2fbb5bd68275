import { backendName } from '#kit/access-words/backend-name.ts'
import { accessWalk as m } from '../messages/access-walk.ts'

const titles: ReadonlyMap<string, string> = new Map([
  ['client_info', m.ownRules],
  ['superuser', m.superuser],
  ['default', m.defaultTitle],
])

/** How whoever decides is called: a source, or what stands before and behind all of them. */
export function deciderTitle(from: string): string {
  return titles.get(from) ?? backendName(from)
}
