import { netCovers } from '@brokerdeck/contract/access/rules/ip-net.ts'
import type { Asker } from '#features/access/access-walk/asker.ts'
import { whyUnknown } from '#features/access/access-walk/why-unknown.ts'
import { paths } from '#lib/paths.ts'
import { visibleText } from '#lib/visible-text.ts'
import { m } from '../messages.ts'
import type { AttemptFacts } from './facts.ts'
import type { WalkStep } from './walk.ts'

const isForAll = (rule: string) => /\sall$/.test(rule)

/** Where a client knocks: whether anybody is there, and whether its address may. */
export function listenerStep({ listener }: Pick<AttemptFacts, 'listener'>, asker: Asker): WalkStep {
  const { listener: id = '', peerhost } = asker.client
  const place = {
    id: 'listener',
    title: m.listener(visibleText(id, 80)),
    href: paths.listener(id),
  }
  if (listener === undefined) {
    return { ...place, basis: 'computed', outcome: 'deny', text: m.noListener }
  }
  if (!listener.enable) return { ...place, basis: 'computed', outcome: 'deny', text: m.listenerOff }
  const rules = listener.access_rules ?? []
  const isAddressNeeded = rules.some((rule) => !isForAll(rule))
  if (isAddressNeeded && asker.unknown.has('address')) {
    return { ...place, basis: 'unknown', outcome: 'mayDeny', text: whyUnknown.address }
  }
  const met = rules.find((rule) => isForAll(rule) || netCovers(rule.split(/\s+/)[1] ?? '', peerhost))
  if (met?.startsWith('deny') === true) {
    return { ...place, basis: 'computed', outcome: 'deny', text: m.listenerDenies(visibleText(met, 80)) }
  }
  return { ...place, basis: 'computed', outcome: 'next', text: m.listenerOpen }
}
