import type { AccessClient } from '@brokerdeck/contract/access/rules/access-request.ts'
import type { AccessRule } from '@brokerdeck/contract/access/rules/access-rule.ts'
import { clientValue, isTopicPlaceholder } from '@brokerdeck/contract/access/rules/client-value.ts'
import { parseTemplate } from '@brokerdeck/contract/access/rules/template.ts'

/** Whether a name that the client has chosen makes a filter of the rule wider than it looks: `up/${username}/#` for `+`. */
export function hasWildName({ topics }: AccessRule, client: AccessClient): boolean {
  if (topics === 'all') return false
  const names = topics.flatMap(({ text, isExact }) =>
    isExact
      ? []
      : parseTemplate(text, isTopicPlaceholder).flatMap((part) =>
          typeof part === 'string' ? [] : [part.name],
        ),
  )
  return names.some((name) => /[+#/]/.test(clientValue(client, name) ?? ''))
}
