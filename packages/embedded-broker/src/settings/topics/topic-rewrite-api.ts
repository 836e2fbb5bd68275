import type { Handlers } from '@brokerdeck/contract/endpoint.ts'
import {
  type topicRewrite as contract,
  maxRewriteRules,
  type RewriteRule,
} from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { rewriteRoot } from '../../config/roots/topic-roots.ts'
import type { ApiCall } from '../../http/api-call.ts'
import { refusal } from '../../http/api-refusal.ts'

function refuseWildcards(rules: readonly RewriteRule[]): void {
  const wrong = rules.filter(({ action, dest_topic }) => action !== 'subscribe' && /[+#]/.test(dest_topic))
  if (wrong.length === 0) return
  const topics = wrong.map(({ dest_topic }) => `<<${JSON.stringify(dest_topic)}>>`).join(',')
  throw refusal(400, 'BAD_REQUEST', `Cannot use wildcard for destination topic. Invalid topics: [${topics}]`)
}

/** Unlike EMQX, which answers 500, a rule that cannot be read is refused like any other document. */
export const topicRewrite: Handlers<typeof contract, ApiCall> = {
  get: (_received, { world }) => ({ status: 200, body: world.config.get(rewriteRoot) }),

  async put({ body }, { world }) {
    if (Array.isArray(body) && body.length > maxRewriteRules) {
      throw refusal(413, 'EXCEED_LIMIT', `Max rewrite rules count is ${maxRewriteRules + 1}`)
    }
    world.config.check(rewriteRoot.name, body, { at: ['rewrite'] })
    refuseWildcards(body)
    return { status: 200, body: await world.config.write(rewriteRoot, body, { at: ['rewrite'] }) }
  },
}
