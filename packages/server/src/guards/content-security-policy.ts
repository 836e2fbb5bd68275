const consoleDirectives = [
  "default-src 'none'",
  "script-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

/** What `default-src` speaks for in a page beside the directives above, but for prefetching. */
const nothingElse = "frame-src 'none'; media-src 'none'; object-src 'none'"

/** For the page: its own style elements carry the nonce (Mantine writes some at run time). */
export function pagePolicy(nonce: string): string {
  const ofPage = new Map([
    // Firefox has nothing else that allows a page to prefetch its own worker.
    ["default-src 'none'", `default-src 'self'; ${nothingElse}`],
    // A login by an identity provider is a form of ours that the broker answers by sending the browser on to it.
    ["form-action 'self'", "form-action 'self' http: https:"],
  ])
  const directives = consoleDirectives.map((one) => ofPage.get(one) ?? one)
  return [...directives, `style-src 'self' 'nonce-${nonce}'`].join('; ')
}

/**
 * For the scripts and styles that a page is made of: the page's policy binds them. Shown as a page, or run as a worker,
 * they can do nothing.
 */
export const partPolicy = "default-src 'none'; frame-ancestors 'none'"

/** For workers, which are bound by the policy of their own script: they may connect as the page may. */
export const assetPolicy = [...consoleDirectives, "style-src 'self'"].join('; ')

/**
 * For the test client's worker alone: an operator may name any WebSocket listener for it to connect to. Nothing else of
 * the console may talk to another host, and this file holds neither the session nor its token.
 */
export const testClientPolicy = assetPolicy.replace("connect-src 'self'", "connect-src 'self' ws: wss:")

/** For the rule lab's worker alone: jq is WebAssembly, which counts as a script that is made at run time. */
export const ruleLabPolicy = assetPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

/** For whatever the broker answers: should a browser ever show it as a page, nothing in it runs. */
export const answerPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
