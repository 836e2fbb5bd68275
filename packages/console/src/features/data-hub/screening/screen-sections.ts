import { failureActions, failureLevels } from '@brokerdeck/contract/data-hub/screening.ts'
import * as v from 'valibot'
import { screening as m } from '#features/data-hub/messages/screening.ts'
import { joinSentences } from '#i18n/sentences.ts'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { describeFilterFault } from '#kit/topic-words/topic-fault.ts'
import { visibleText } from '#lib/visible-text.ts'

const name: Field = {
  kind: 'text',
  path: 'name',
  label: m.name,
  help: m.nameHelp,
  isCode: true,
  isRequired: true,
  maxLength: 255,
  pattern: { regex: /^[0-9a-zA-Z][-0-9a-zA-Z_]*$/, message: m.nameRule },
}

const note: Field = { kind: 'text', path: 'description', label: m.note, isOptional: true }

const topics: Field = {
  kind: 'list',
  // The broker accepts filters that match nothing, so these cause a warning and not an error.
  of: 'text',
  path: 'topics',
  label: m.topics,
  itemLabel: m.topic,
  help: m.topicsHelp,
  isRequired: true,
  width: 12,
}

/** The section with the name and the topics of the messages. */
export const firstSection = (isNew: boolean): Section => ({
  id: 'general',
  title: m.general,
  fields: isNew ? [name, note, topics] : [note, topics],
})

const actionWords = { drop: m.drop, disconnect: m.disconnect, ignore: m.ignore } as const

/** The section that says what happens to messages that fail, and to their publishers. */
export const failureSection = (ignoreHelp: string): Section => ({
  id: 'failure',
  title: m.failure,
  fields: [
    {
      kind: 'select',
      path: 'failure_action',
      label: m.failureAction,
      help: joinSentences(m.dropHelp, m.disconnectHelp, ignoreHelp, m.ignoreDone),
      options: failureActions.map((value) => ({ value, label: actionWords[value] })),
      width: 8,
    },
    {
      kind: 'select',
      path: 'log_failure.level',
      label: m.logLevel,
      help: m.logLevelHelp,
      default: 'info',
      // The levels have the same names as in the log.
      options: failureLevels.map((value) => ({ value, label: value === 'none' ? m.notLogged : value })),
      width: 4,
    },
  ],
})

const topicsSchema = v.fallback(v.object({ topics: v.array(v.string()) }), { topics: [] })

/** Returns the errors of topics that the broker refuses. */
export function topicFaults(document: ApiDocument): readonly FormFault[] {
  const { topics: given } = v.parse(topicsSchema, document)
  return given.flatMap((topic, at) =>
    topic !== '' && given.indexOf(topic) < at ? [{ path: `topics.${at}`, message: m.repeatedTopic }] : [],
  )
}

/** Returns warnings for topics that the broker accepts and no message ever matches. */
export function topicCautions(document: ApiDocument): readonly FormFault[] {
  const cautions = v.parse(topicsSchema, document).topics.flatMap((topic) => {
    const why = topic === '' ? undefined : describeFilterFault(topic)
    return why === undefined ? [] : [m.neverMatches(visibleText(topic, 80), why)]
  })
  return cautions.length === 0 ? [] : [{ path: 'topics', message: joinSentences(...cautions) }]
}
