import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'

const patienceMilliseconds = 10_000
/** The maximum length of a response, in bytes; metadata, tokens and user information are short. */
const longestAnswer = 1_048_576

export const oidcShape = v.object({
  issuer: v.string(),
  clientid: v.string(),
  secret: v.string(),
  scopes: v.array(v.string()),
  name_var: v.string(),
  dashboard_addr: v.string(),
  session_expiry: v.number(),
  require_pkce: v.boolean(),
  preferred_auth_methods: v.array(v.string()),
})
export type OidcSettings = v.InferOutput<typeof oidcShape>

const metadataSchema = v.object({
  issuer: v.string(),
  authorization_endpoint: v.string(),
  token_endpoint: v.string(),
  userinfo_endpoint: v.string(),
})
const tokenSchema = v.object({ access_token: v.string() })
const userSchema = v.record(v.string(), v.unknown())

/** Thrown when the provider could not be used; named after EMQX's word for this error. */
export class ProviderNotReady extends Error {
  override readonly name = 'ProviderNotReady'
}

async function readJson(answer: Response): Promise<unknown> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestAnswer) throw new Error('the answer is too long')
  }
  return JSON.parse(text + decoder.decode())
}

async function fetchAnswer<Schema extends v.GenericSchema>(
  schema: Schema,
  url: string,
  init: RequestInit = {},
): Promise<v.InferOutput<Schema>> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(patienceMilliseconds) })
  if (!answer.ok) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
  return v.parse(schema, await readJson(answer))
}

async function fetchMetadata({ issuer }: OidcSettings) {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const metadata = await fetchAnswer(metadataSchema, address)
    // OpenID Connect Discovery §4.3: metadata of another issuer must not be used.
    if (metadata.issuer !== issuer) throw new Error(`the issuer calls itself ${metadata.issuer}`)
    return metadata
  } catch (error) {
    throw new ProviderNotReady(String(error))
  }
}

const buildCallback = ({ dashboard_addr }: OidcSettings) => `${dashboard_addr}/api/v5/sso/oidc/callback`

/**
 * Returns the address to which the browser is redirected, and the verifier that is needed when it returns (RFC 6749
 * §4.1.1, RFC 7636).
 */
export async function startOidc(
  settings: OidcSettings,
  state: string,
): Promise<{ address: string; verifier: string }> {
  const { authorization_endpoint } = await fetchMetadata(settings)
  const verifier = randomBytes(48).toString('base64url')
  const address = new URL(authorization_endpoint)
  const asked = {
    response_type: 'code',
    client_id: settings.clientid,
    redirect_uri: buildCallback(settings),
    scope: settings.scopes.join(' '),
    state,
    ...(settings.require_pkce
      ? {
          code_challenge: createHash('sha256').update(verifier).digest('base64url'),
          code_challenge_method: 'S256',
        }
      : {}),
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  return { address: address.href, verifier }
}

/**
 * Returns the name of the user who returns with this code. It is requested from the provider itself, so no signature
 * has to be trusted.
 */
export async function userOfOidc(settings: OidcSettings, code: string, verifier: string): Promise<string> {
  const { token_endpoint, userinfo_endpoint } = await fetchMetadata(settings)
  const isBasic =
    settings.preferred_auth_methods.find((method) => method.startsWith('client_secret')) ===
    'client_secret_basic'
  const credentials = `${encodeURIComponent(settings.clientid)}:${encodeURIComponent(settings.secret)}`
  const { access_token: token } = await fetchAnswer(tokenSchema, token_endpoint, {
    method: 'POST',
    headers: isBasic ? { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` } : {},
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: buildCallback(settings),
      ...(settings.require_pkce ? { code_verifier: verifier } : {}),
      ...(isBasic ? {} : { client_id: settings.clientid, client_secret: settings.secret }),
    }),
  })
  const headers = { authorization: `Bearer ${token}` }
  const user = await fetchAnswer(userSchema, userinfo_endpoint, { headers })
  return settings.name_var.replace(/\$\{([^}]+)\}/g, (_whole, name: string) => String(user[name]))
}
