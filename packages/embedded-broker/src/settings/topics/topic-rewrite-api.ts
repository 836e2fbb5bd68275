import {
  maxRewriteRules,
  type RewriteRule,
  topicRewrite,
} from '@brokerdeck/contract/settings/topic-rewrite.ts'
import { compilePcre, Pcre } from '@brokerdeck/languages/pcre/compile-pcre.ts'
import { formatPcreFault } from '@brokerdeck/languages/pcre/pattern-fault.ts'
import { rewriteRoot } from '../../config/roots/topic-roots.ts'
import { refusal } from '../../http/api-refusal.ts'
import { apiResource } from '../../http/api-resource.ts'

const longestShown = 1000

function refuseWildcards(rules: readonly RewriteRule[]): void {
  const wrong = rules.filter(({ action, dest_topic }) => action !== 'subscribe' && /[+#]/.test(dest_topic))
  if (wrong.length === 0) return
  const topics = wrong.map(({ dest_topic }) => `<<${JSON.stringify(dest_topic)}>>`).join(',')
  throw refusal(400, 'BAD_REQUEST', `Cannot use wildcard for destination topic. Invalid topics: [${topics}]`)
}

/** Throws EMQX's special response for an expression that PCRE refuses: the exception, as Erlang prints it. */
function refuseExpressions(rules: readonly Partial<RewriteRule>[]): void {
  for (const [at, { re }] of rules.entries()) {
    const compiled = typeof re === 'string' ? compilePcre(re) : undefined
    if (typeof re !== 'string' || compiled === undefined || compiled instanceof Pcre) continue
    const value = `<<${JSON.stringify(re.slice(0, longestShown))}>>`
    const reason = `#{compile_error => ${formatPcreFault(compiled)},regexp => ${value}}`
    const fault = `#{kind => validation_error,path => "rewrite.${at + 1}.re",reason => ${reason},value => ${value}}`
    throw refusal(500, 'INTERNAL_ERROR', `throw, ${fault}, [{emqx_rewrite,update,1,[]}]`)
  }
}

/** Unlike EMQX, which responds with 500, the API refuses any other invalid rule like any other invalid document. */
export const topicRewriteApi = apiResource({
  endpoints: topicRewrite,
  uses: ['config'],
  handlers: {
    get: (_received, { config }) => ({ status: 200, body: config.get(rewriteRoot) }),

    async put({ body }, { config }) {
      if (Array.isArray(body) && body.length > maxRewriteRules) {
        throw refusal(413, 'EXCEED_LIMIT', `Max rewrite rules count is ${maxRewriteRules + 1}`)
      }
      if (Array.isArray(body)) refuseExpressions(body)
      config.check(rewriteRoot.name, body, { at: ['rewrite'] })
      refuseWildcards(body)
      return { status: 200, body: await config.write(rewriteRoot, body, { at: ['rewrite'] }) }
    },
  },
})
