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

/** The directives that `default-src` stands for in a page besides the ones above, except for prefetching. */
const nothingElse = "frame-src 'none'; media-src 'none'; object-src 'none'"

/** Returns the policy of the page: its own style elements carry the nonce (Mantine writes some of them at run time). */
export function pagePolicy(nonce: string): string {
  const ofPage = new Map([
    // Firefox has no other directive that allows a page to prefetch its own worker.
    ["default-src 'none'", `default-src 'self'; ${nothingElse}`],
    // A login by an identity provider is a form of the console; the broker redirects the browser to the provider.
    ["form-action 'self'", "form-action 'self' http: https:"],
  ])
  const directives = consoleDirectives.map((one) => ofPage.get(one) ?? one)
  return [...directives, `style-src 'self' 'nonce-${nonce}'`].join('; ')
}

/**
 * The policy of the scripts and styles of a page, which are bound by the page's policy. Opened as a page or run as a
 * worker, they can do nothing.
 */
export const partPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The policy of workers, which are bound by the policy of their own script: they may connect as the page may. */
export const assetPolicy = [...consoleDirectives, "style-src 'self'"].join('; ')

/**
 * The policy of the test client's worker: an operator may name any WebSocket listener for it to connect to. Nothing
 * else of the console may connect to another host, and this file contains neither the session nor its token.
 */
export const testClientPolicy = assetPolicy.replace("connect-src 'self'", "connect-src 'self' ws: wss:")

/** The policy of the rule lab's worker: jq is WebAssembly, which counts as a script that is made at run time. */
export const ruleLabPolicy = assetPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

/** The policy of the broker's responses: if a browser shows a response as a page, nothing in it runs. */
export const answerPolicy =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
