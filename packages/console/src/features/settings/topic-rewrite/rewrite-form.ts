import { tolerant } from '@brokerdeck/contract/description/tolerant.ts'
import {
  maxRewriteRules,
  type RewriteAction,
  type RewriteRule,
  rewriteRule,
  topicRewrite,
} from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { request } from '#api/http.ts'
import type { ListForm } from '#domain/endpoint-form/list-form.ts'
import { describedSections } from '#kit/form/described-form.ts'
import { pcreFault } from '#lib/pcre-fault.ts'
import { topicRewrite as m } from '../messages/broker.ts'

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
  row: tolerant(rewriteRule),
  initial: { action: 'publish' },
  max: maxRewriteRules,
  nameOf: ({ source_topic }) => source_topic,
  isOrdered: true,
  sections: describedSections(rewriteRule, [
    {
      id: 'rule',
      title: m.label,
      fields: [
        { path: 'action', label: m.action, options: actionNames, width: 12 },
        { path: 'source_topic', label: m.source, help: m.sourceHelp, width: 12 },
        {
          path: 're',
          label: m.expression,
          help: m.expressionHelp,
          placeholder: '^plant/([^/]+)/(.+)$',
          isCode: true,
          width: 12,
        },
        {
          path: 'dest_topic',
          label: m.destination,
          help: m.destinationHelp,
          placeholder: 'site/$1/$2',
          isCode: true,
          width: 12,
        },
      ],
    },
  ]),
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
