import { postAsOperator } from './post-as-operator.ts'

/**
 * Adds an authenticator to the chain, which consults it only if it is enabled; an existing authenticator stays as it
 * is.
 */
export async function createAuthenticator(url: string, id: string, enable = false): Promise<void> {
  const [mechanism, backend] = id.split(':')
  const body = { mechanism, backend, user_id_type: 'username', enable }
  const hash = { password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' } }
  const answer = await postAsOperator(url, 'authentication', { ...body, ...hash })
  if (!answer.ok && answer.status !== 409) throw new Error(`It was refused: ${await answer.text()}`)
}
