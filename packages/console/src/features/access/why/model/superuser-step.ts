import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import type { AuthenticationOutcome } from '#features/access/access-walk/authentication-outcome.ts'
import { deciderTitle } from '#features/access/access-walk/decider-title.ts'
import { formatList } from '#i18n/format-list.ts'
import { formatDateTime } from '#i18n/format-time.ts'
import { authnFullName } from '#kit/access-words/authn-name.ts'
import { m } from '../messages.ts'
import type { WalkStep } from './walk.ts'

type Said = Pick<WalkStep, 'basis' | 'outcome' | 'text'>

function saidOf({ superuser, by, isAnonymous }: AuthenticationOutcome): Said {
  const who = formatList(by.map(authnFullName))
  switch (superuser) {
    case 'yes':
      return { basis: 'computed', outcome: 'allow', text: m.isSuperuser(who) }
    case 'no':
      return { basis: 'computed', outcome: 'next', text: isAnonymous ? m.isAnonymous : m.isNoSuperuser(who) }
    case 'unknown':
      return {
        basis: 'unknown',
        outcome: 'mayAllow',
        text: by.length === 0 ? m.nobodyKnows : m.maybeSuperuser(who),
      }
  }
}

/** Of superusers nothing is asked. Who is one was decided when it connected, and the chain may have been another. */
export function superuserStep(standing: AuthenticationOutcome, session: Client | undefined): WalkStep {
  const said = saidOf(standing)
  const { connected = false, connected_at } = session ?? {}
  const isDated = connected && connected_at !== undefined
  const text = isDated ? m.sentences(said.text, m.decidedThen(formatDateTime(connected_at))) : said.text
  return { id: 'superuser', title: deciderTitle('superuser'), ...said, text }
}
