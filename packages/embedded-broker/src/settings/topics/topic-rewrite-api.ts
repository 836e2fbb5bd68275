import {
  maxRewriteRules,
  type RewriteRule,
  topicRewrite,
} from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { rewriteRoot } from '../../config/roots/topic-roots.ts'
import { acts } from '../../http/acts.ts'
import { refusal } from '../../http/api-refusal.ts'

function refuseWildcards(rules: readonly RewriteRule[]): void {
  const wrong = rules.filter(({ action, dest_topic }) => action !== 'subscribe' && /[+#]/.test(dest_topic))
  if (wrong.length === 0) return
  const topics = wrong.map(({ dest_topic }) => `<<${JSON.stringify(dest_topic)}>>`).join(',')
  throw refusal(400, 'BAD_REQUEST', `Cannot use wildcard for destination topic. Invalid topics: [${topics}]`)
}

/** Unlike EMQX, which answers 500, a rule that cannot be read is refused like any other document. */
export const topicRewriteApi = acts({
  endpoints: topicRewrite,
  uses: ['config'],
  handlers: {
    get: (_received, { config }) => ({ status: 200, body: config.get(rewriteRoot) }),

    async put({ body }, { config }) {
      if (Array.isArray(body) && body.length > maxRewriteRules) {
        throw refusal(413, 'EXCEED_LIMIT', `Max rewrite rules count is ${maxRewriteRules + 1}`)
      }
      config.check(rewriteRoot.name, body, { at: ['rewrite'] })
      refuseWildcards(body)
      return { status: 200, body: await config.write(rewriteRoot, body, { at: ['rewrite'] }) }
    },
  },
})
