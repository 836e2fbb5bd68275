import { formatDuration } from '#i18n/format-time.ts'
import { reasonWords } from '#kit/reason-words/reason-words.ts'
import { visibleText } from '#lib/visible-text.ts'
import { trace as m } from '../messages.ts'
import type { StoryEventOf } from '../story/story.ts'
import type { Spoken } from './spoken.ts'

const versions: Readonly<Record<number, string>> = { 3: '3.1', 4: '3.1.1', 5: '5.0' }

export function connectWords(event: StoryEventOf<'connect'>): Spoken {
  const { username, peername, listener, protocolVersion, isCleanStart, keepAlive, hasWill } = event
  const notes = [
    m.protocol(versions[protocolVersion] ?? String(protocolVersion)),
    username === undefined ? m.withoutUser : m.asUser(visibleText(username, 80)),
    isCleanStart ? m.cleanStart : m.resume,
    keepAlive === 0 ? m.noKeepAlive : m.keepAlive(formatDuration(keepAlive * 1000)),
    ...(hasWill ? [m.withWill] : []),
    ...(peername === undefined ? [] : [m.from(visibleText(peername, 80))]),
    ...(listener === undefined ? [] : [m.atListener(visibleText(listener, 80))]),
  ]
  return { tone: 'plain', headline: m.connect, notes }
}

export function authenticationWords({ outcome, by, reason }: StoryEventOf<'authenticate'>): Spoken {
  switch (outcome) {
    case 'allowed':
      return { tone: 'ok', headline: by === undefined ? m.authenticated : m.authenticatedBy, subject: by }
    case 'passed-on':
      return { tone: 'quiet', headline: m.passedOn, subject: by, notes: [m.passedOnNote] }
    case 'none': {
      const isListener = reason === 'enable_authn_false'
      const note = isListener ? m.listenerSkips : m.noAuthenticatorNote
      return { tone: 'plain', headline: m.noAuthenticator, notes: [note] }
    }
    case 'refused': {
      const explanation = reason === undefined ? undefined : reasonWords(reason)
      const note = explanation?.title ?? (reason === undefined ? undefined : visibleText(reason, 120))
      return {
        tone: 'bad',
        headline: by === undefined ? m.credentialsRefused : m.credentialsRefusedBy,
        subject: by,
        notes: note === undefined ? [] : [note],
        explanation,
      }
    }
  }
}

const sources: ReadonlyMap<string, string> = new Map([
  ['file', m.sourceFile],
  ['built_in_database', m.sourceDatabase],
  ['client_info', m.sourceClient],
  ['superuser', m.sourceSuperuser],
  ['default', m.sourceDefault],
  ['cache', m.sourceCache],
])

const accessHeadlines = {
  allow: { publish: m.mayPublish, subscribe: m.maySubscribe },
  deny: { publish: m.mayNotPublish, subscribe: m.mayNotSubscribe },
  none: { publish: m.noRulePublish, subscribe: m.noRuleSubscribe },
} as const

const accessTones = { allow: 'ok', deny: 'bad', none: 'quiet' } as const

export function accessWords({ action, topic, permission, by, rule }: StoryEventOf<'authorize'>): Spoken {
  const source = by === undefined ? undefined : (sources.get(by) ?? visibleText(by, 80))
  const phrase = permission === 'none' ? m.notMatched : m.decidedBy
  return {
    tone: accessTones[permission],
    headline: accessHeadlines[permission][action],
    subject: topic,
    notes: [
      ...(source === undefined ? [] : [phrase(source)]),
      ...(rule === undefined ? [] : [m.rule(visibleText(rule, 120))]),
    ],
  }
}
