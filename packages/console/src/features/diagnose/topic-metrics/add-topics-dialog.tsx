import { topicMetrics } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import { useRef } from 'react'
import * as v from 'valibot'
import { describeError } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { topicMetrics as m } from '#features/diagnose/messages/topic-metrics.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import type { ApiDocument, FormOutcome } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { findTopicListFault, parseTopicLines } from './topic-faults.ts'

const sections: readonly Section[] = [
  {
    id: 'topics',
    title: m.addTitle,
    fields: [
      {
        kind: 'lines',
        path: 'topics',
        label: m.topics,
        help: m.topicsHelp,
        isRequired: true,
        isCode: true,
        rows: 6,
        width: 12,
      },
    ],
  },
]

const typedSchema = v.object({ topics: v.string() })

function listTypedTopics(document: ApiDocument): readonly string[] {
  const typed = v.safeParse(typedSchema, document)
  return typed.success ? parseTopicLines(typed.output.topics) : []
}

interface AddTopicsDialogProps {
  readonly counted: ReadonlySet<string>
  readonly prefilled: string
  readonly onClose: () => void
}

/**
 * Adds topics to count. The broker accepts one topic per request, so topics that were added before a refusal stay
 * added.
 */
export function AddTopicsDialog({ counted, prefilled, onClose }: AddTopicsDialogProps) {
  const added = useRef(new Set<string>())
  const listTopicsLeft = (document: ApiDocument) =>
    listTypedTopics(document).filter((topic) => !added.current.has(topic))
  const apply = async (document: ApiDocument): Promise<FormOutcome> => {
    const all = listTypedTopics(document)
    for (const topic of listTopicsLeft(document)) {
      try {
        await request(topicMetrics.add, { body: { topic } })
        added.current.add(topic)
      } catch (error) {
        const { title, detail = title, raw } = describeError(error)
        const done = added.current.size
        const message = m.atTopic(visibleText(topic, 80), detail)
        const told = done === 0 ? title : m.partlyAdded(formatNumber(done), formatNumber(all.length))
        return { kind: 'refused', title: told, detail: message, raw, fields: [{ path: 'topics', message }] }
      }
    }
    return { kind: 'applied' }
  }
  return (
    <FormDialog
      title={m.addTitle}
      submitLabel={m.addAction}
      onClose={onClose}
      plan={{
        sections,
        document: { topics: prefilled },
        isNew: true,
        lockedReason: whyNoWrite(),
        check: (document) => {
          const known = new Set([...counted, ...added.current])
          const message = findTopicListFault(listTopicsLeft(document), known)
          return message === undefined ? [] : [{ path: 'topics', message }]
        },
        impact: () => m.addImpact,
        plan: (document) => {
          const [topic] = listTopicsLeft(document)
          return topic === undefined
            ? undefined
            : { method: 'POST', path: topicMetrics.add.path, body: { topic } }
        },
        apply,
        onApplied: () => notify.success(m.added(added.current.size, formatNumber(added.current.size))),
      }}
    />
  )
}
