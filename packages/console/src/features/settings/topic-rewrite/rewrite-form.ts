import {
  maxRewriteRules,
  type RewriteAction,
  type RewriteRule,
  rewriteActions,
  rewriteRuleSchema,
  topicRewrite,
} from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { request } from '#api/http.ts'
import type { ListForm } from '#domain/endpoint-form/list-form.ts'
import { pcreFault } from '#lib/pcre-fault.ts'
import { m } from './messages.ts'

export const actionNames: Record<RewriteAction, string> = {
  publish: m.publish,
  subscribe: m.subscribe,
  all: m.all,
}

/** The rules in their order; the broker is asked for the whole list and given the whole list. */
export const rewriteForm: ListForm<RewriteRule> = {
  list: {
    endpoint: topicRewrite.put,
    read: () => request(topicRewrite.get, {}),
    write: (rules) => request(topicRewrite.put, { body: [...rules] }),
  },
  row: rewriteRuleSchema,
  initial: { action: 'publish' },
  max: maxRewriteRules,
  nameOf: ({ source_topic }) => source_topic,
  isOrdered: true,
  sections: [
    {
      id: 'rule',
      title: m.label,
      fields: [
        {
          kind: 'select',
          path: 'action',
          label: m.action,
          options: rewriteActions.map((value) => ({ value, label: actionNames[value] })),
          width: 12,
          isRequired: true,
        },
        {
          kind: 'topic',
          path: 'source_topic',
          label: m.source,
          help: m.sourceHelp,
          isFilter: true,
          isRequired: true,
          width: 12,
        },
        {
          kind: 'text',
          path: 're',
          label: m.expression,
          help: m.expressionHelp,
          placeholder: '^plant/([^/]+)/(.+)$',
          isRequired: true,
          isCode: true,
          width: 12,
        },
        {
          kind: 'text',
          path: 'dest_topic',
          label: m.destination,
          help: m.destinationHelp,
          placeholder: 'site/$1/$2',
          isRequired: true,
          isCode: true,
          width: 12,
        },
      ],
    },
  ],
  check({ action, dest_topic, re }) {
    const hasWildcard = action !== 'subscribe' && /[+#]/.test(String(dest_topic ?? ''))
    const unreadable = pcreFault(String(re ?? ''))
    return [
      ...(hasWildcard ? [{ path: 'dest_topic', message: m.destinationWildcard }] : []),
      ...(unreadable === undefined ? [] : [{ path: 're', message: m.badExpression(unreadable.at + 1) }]),
    ]
  },
  words: m,
}
